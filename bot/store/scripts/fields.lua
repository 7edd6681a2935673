-- Writes some fields of a hash and takes others away, which have empty text.
-- KEYS hash   ARGV for each: field, text
for at = 1, #ARGV, 2 do
    if ARGV[at + 1] == '' then
        redis.call('HDEL', KEYS[1], ARGV[at])
    else
        redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1])
    end
end
return 1
