-- Leases one table, due or not, or makes its lease longer, and reads it with its group and its messages, all of one moment.
-- What has woken it until now is known by that, so its score is made a fraction again (see claim).
-- KEYS due, leases, table, group, screens   ARGV place, lease (ms), owner, call, now (ms)
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local lease = redis.call('HGET', KEYS[2], ARGV[1])
if lease then
    local expiry, owner = string.match(lease, '^(%d+) (%S+) %S+$')
    if owner ~= ARGV[3] and tonumber(expiry) > clock then
        return {}
    end
end
local until_then = string.format('%.0f', clock + tonumber(ARGV[2]))
redis.call('HSET', KEYS[2], ARGV[1], until_then .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
local score = tonumber(ARGV[5])
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if due then
    score = math.min(score, math.ceil(tonumber(due)))
end
redis.call('ZADD', KEYS[1], string.format('%.1f', score - 0.5), ARGV[1])
local fields = redis.call('HMGET', KEYS[3], 'v', 's')
return {fields[1] or '0', fields[2] or '', redis.call('HGETALL', KEYS[4]), redis.call('HGETALL', KEYS[5])}
