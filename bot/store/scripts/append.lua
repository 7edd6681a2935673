-- Writes lines behind the first so many of a list; where they stand already, nothing happens.
-- KEYS list   ARGV how many stand there, then the lines
if redis.call('LLEN', KEYS[1]) == tonumber(ARGV[1]) then
    for at = 2, #ARGV do
        redis.call('RPUSH', KEYS[1], ARGV[at])
    end
end
return redis.call('LLEN', KEYS[1])
