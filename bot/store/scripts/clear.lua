-- Makes room for a group that is read in: gives 0 where there is one already, unless reading it in was broken off.
-- KEYS mark, then all keys of the group   ARGV life of the mark (ms)
if redis.call('EXISTS', KEYS[1]) == 0 then
    for at = 2, #KEYS do
        if redis.call('EXISTS', KEYS[at]) == 1 then
            return 0
        end
    end
end
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
for at = 2, #KEYS do
    redis.call('DEL', KEYS[at])
end
return 1
