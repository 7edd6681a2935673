-- Leases one table, due or not, or makes its lease longer, and reads it with its group and its messages, all of one moment.
-- What has woken it until now is known by that, so its score is made a fraction again (see claim).
-- The call that took it stays with it until somebody else has it or it is given back.
-- KEYS due, leases, table, group, screens   ARGV place, lease (ms), owner, call, now (ms)
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local LONGEST = 60000 -- a lease that has longer is of a clock since put back
local lease = redis.call('HGET', KEYS[2], ARGV[1])
local taken = ARGV[4]
if lease then
    local expiry, owner, call = string.match(lease, '^(%d+) (%S+) (%S+)$')
    expiry = tonumber(expiry)
    if owner ~= ARGV[3] and expiry > clock and expiry <= clock + LONGEST then
        return {}
    end
    if owner == ARGV[3] then
        taken = call
    end
end
local until_then = string.format('%.0f', clock + tonumber(ARGV[2]))
redis.call('HSET', KEYS[2], ARGV[1], until_then .. ' ' .. ARGV[3] .. ' ' .. taken)
local score = tonumber(ARGV[5])
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if due then
    score = math.min(score, math.ceil(tonumber(due)))
end
redis.call('ZADD', KEYS[1], string.format('%.1f', score - 0.5), ARGV[1])
local fields = redis.call('HMGET', KEYS[3], 'v', 's')
return {taken, fields[1] or '0', fields[2] or '', redis.call('HGETALL', KEYS[4]), redis.call('HGETALL', KEYS[5])}
