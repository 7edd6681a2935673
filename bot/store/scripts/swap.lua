-- Writes a field of a hash if it stands as expected; 1 when it stands as wished then, also for a repeated call.
-- KEYS hash   ARGV field, text expected ('' none), text wished
local text = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if text == ARGV[2] then
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
    return 1
end
return text == ARGV[3] and 1 or 0
