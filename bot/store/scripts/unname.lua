-- Writes what players are called in the scores and in seasons, unless the scores have changed since they were read.
-- KEYS scores, seasons   ARGV version expected, its successor, names, then for each season: number, text
if (redis.call('HGET', KEYS[1], 'v') or '0') ~= ARGV[1] then
    return 0
end
redis.call('HSET', KEYS[1], 'v', ARGV[2], 'names', ARGV[3])
for at = 4, #ARGV, 2 do
    redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
end
return 1
