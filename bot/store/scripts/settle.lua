-- Ends a lease: the table sleeps until its next wake-up, unless it has changed or was woken meanwhile.
-- What its messages show by then is written down with it.
-- KEYS due, leases, table, screens
-- ARGV place, owner, call that took it ('' any), version seen, wake-up ('' none), then for each message: name, text ('' takes it away)
-- 1 when it sleeps, 2 when it is due again at once, 0 when the lease was lost and nothing is written.
local lease = redis.call('HGET', KEYS[2], ARGV[1])
local owner, taken = string.match(lease or '', '^%d+ (%S+) (%S+)$')
if owner ~= ARGV[2] or (ARGV[3] ~= '' and taken ~= ARGV[3]) then
    return 0
end
local changed = (redis.call('HGET', KEYS[3], 'v') or '0') ~= ARGV[4]
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
for at = 6, #ARGV, 2 do
    if ARGV[at + 1] == '' then
        redis.call('HDEL', KEYS[4], ARGV[at])
    else
        redis.call('HSET', KEYS[4], ARGV[at], ARGV[at + 1])
    end
end
redis.call('HDEL', KEYS[2], ARGV[1])
local moment = score and tonumber(score)
if moment and (changed or moment == math.floor(moment)) then
    redis.call('ZADD', KEYS[1], string.format('%.0f', math.ceil(moment)), ARGV[1])
    return 2
elseif ARGV[5] == '' then
    redis.call('ZREM', KEYS[1], ARGV[1])
else
    redis.call('ZADD', KEYS[1], ARGV[5], ARGV[1])
end
return 1
