-- Replaces the cached balances, unless the ledger has grown since it was summed.
-- KEYS entries, balances   ARGV seq expected, then for each: account, amount
if tostring(redis.call('LLEN', KEYS[1])) ~= ARGV[1] then
    return 0
end
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[2], 'seq', ARGV[1])
for at = 2, #ARGV, 2 do
    redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
end
return 1
