-- Replaces the scores of a book by what its ledger gives, unless that has grown, or they have changed, meanwhile.
-- KEYS entries, scores, three curves, seasons
-- ARGV number of entries expected, version expected, then for each hash: number of fields, field and text of each
if tostring(redis.call('LLEN', KEYS[1])) ~= ARGV[1] then
    return 0
end
if (redis.call('HGET', KEYS[2], 'v') or '0') ~= ARGV[2] then
    return 0
end
local at = 3
for number = 2, 6 do
    redis.call('DEL', KEYS[number])
    local fields = tonumber(ARGV[at])
    for field = 0, fields - 1 do
        redis.call('HSET', KEYS[number], ARGV[at + 1 + 2 * field], ARGV[at + 2 + 2 * field])
    end
    at = at + 1 + 2 * fields
end
return 1
