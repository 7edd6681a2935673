-- 1 for the first call in a while, and for that call repeated.
-- KEYS mark   ARGV token, how long (ms)
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    return 1
end
return redis.call('GET', KEYS[1]) == ARGV[1] and 1 or 0
