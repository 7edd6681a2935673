-- Writes down what messages show, if the table has been leased all the time to whoever shows them; 1 when it was.
-- KEYS leases, screens   ARGV place, owner, call that took it ('' any), then for each: name, text ('' takes it away)
local lease = redis.call('HGET', KEYS[1], ARGV[1])
local owner, taken = string.match(lease or '', '^%d+ (%S+) (%S+)$')
if owner ~= ARGV[2] or (ARGV[3] ~= '' and taken ~= ARGV[3]) then
    return 0
end
for at = 4, #ARGV, 2 do
    if ARGV[at + 1] == '' then
        redis.call('HDEL', KEYS[2], ARGV[at])
    else
        redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
    end
end
return 1
