-- Leases one table, due or not, or makes its lease longer; 1 when the owner has it now.
-- KEYS due, leases   ARGV place, lease (ms), owner, call, now (ms)
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local lease = redis.call('HGET', KEYS[2], ARGV[1])
local owner = nil
if lease then
    local expiry
    expiry, owner = string.match(lease, '^(%d+) (%S+) %S+$')
    if owner ~= ARGV[3] and tonumber(expiry) > clock then
        return 0
    end
end
local until_then = string.format('%.0f', clock + tonumber(ARGV[2]))
redis.call('HSET', KEYS[2], ARGV[1], until_then .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
if owner ~= ARGV[3] then
    local score = tonumber(ARGV[5])
    local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
    if due then
        score = math.min(score, math.ceil(tonumber(due)))
    end
    redis.call('ZADD', KEYS[1], string.format('%.1f', score - 0.5), ARGV[1])
end
return 1
