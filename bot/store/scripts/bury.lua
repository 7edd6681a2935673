-- Ends a lease whose owner is dead, unless somebody else has it by now: the table is due again at once (see claim).
-- KEYS leases   ARGV place, lease
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
    return redis.call('HDEL', KEYS[1], ARGV[1])
end
return 0
