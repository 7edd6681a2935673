-- Writes down what messages show, if the table is still leased to whoever shows them; 1 when it was.
-- KEYS leases, screens   ARGV place, owner, then for each: name, text ('' takes it away)
local lease = redis.call('HGET', KEYS[1], ARGV[1])
if not lease or string.match(lease, '^%d+ (%S+) %S+$') ~= ARGV[2] then
    return 0
end
for at = 3, #ARGV, 2 do
    if ARGV[at + 1] == '' then
        redis.call('HDEL', KEYS[2], ARGV[at])
    else
        redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
    end
end
return 1
