-- Somebody agrees to what is proposed; those who agreed to an earlier proposal are forgotten.
-- KEYS agreed   ARGV proposal, who ('' only asks), life (ms)
if redis.call('HGET', KEYS[1], 'proposal') ~= ARGV[1] then
    redis.call('DEL', KEYS[1])
    redis.call('HSET', KEYS[1], 'proposal', ARGV[1])
end
if ARGV[2] ~= '' then
    redis.call('HSET', KEYS[1], 'by:' .. ARGV[2], '1')
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('HKEYS', KEYS[1])
