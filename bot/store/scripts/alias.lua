-- KEYS alias   ARGV home id
return redis.call('SET', KEYS[1], ARGV[1]) and 1
