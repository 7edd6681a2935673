-- KEYS leases of each partition   Gives for each partition: places and leases in turn
local all = {}
for number, leases in ipairs(KEYS) do
    all[number] = redis.call('HGETALL', leases)
end
return all
