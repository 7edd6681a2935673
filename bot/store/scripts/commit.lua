-- One change of a table, of the money of its group, or of both: everything or nothing.
-- Reads and checks come first, since what a script has written stays written when a later command fails.
-- Versions, sequence numbers and money come as text and are only compared: Lua's numbers are doubles.
-- A move inside a deal changes the table alone: such a call ends after the first three keys and nine arguments.
-- KEYS table, mark, due, pots, deals, then entries and balances of each of two books, then the score hashes of each:
--      scores, three curves, seasons
-- ARGV 1 token  2 life of the mark (ms)
--      3 table version expected ('' leaves the table alone)  4 its new version  5 table text ('' takes it away)
--      6 wake-up ('' none)  7 place  8 now (ms)  9 token of the commit expected to have made that version ('' any)
--     10 pots version expected ('' leaves the pots alone)  11 its new version
--     12 record for the archive ('' none)  13 number of pots, then for each: field, text ('' takes it away)
--     then for each book: seq expected ('' leaves it alone), new seq, number of entries, entries,
--     number of balances, then for each: account, amount ('' takes it away)
--     then for the scores of each book: version expected ('' leaves them alone); number of fields, field and text of each;
--     for each curve: 1 to empty it first, number of fields, field and text ('' takes it away) of each;
--     number of seasons, field and text of each
local token = ARGV[1]
local mark = redis.call('GET', KEYS[2])
if mark then
    local first, version = string.match(mark, '^(%S+) (%S+)$')
    if first == token then
        return {'committed', version}
    end
    return {'repeated'}
end

local expected = ARGV[3]
if expected ~= '' then
    local known = redis.call('HMGET', KEYS[1], 'v', 'c')
    if (known[1] or '0') ~= expected or ARGV[9] ~= '' and known[2] ~= ARGV[9] then
        return {'conflict'}
    end
end
local whole = #KEYS > 3
if whole and ARGV[10] ~= '' and (redis.call('HGET', KEYS[4], 'v') or '0') ~= ARGV[10] then
    return {'conflict'}
end

local books, hashes = {}, {}
local pots_at = 14
if whole then
    local at = pots_at + 2 * tonumber(ARGV[13])
    for number = 0, 1 do
        local book = {entries_key = KEYS[6 + 2 * number], balances_key = KEYS[7 + 2 * number]}
        book.expected, book.seq = ARGV[at], ARGV[at + 1]
        book.entries_at, book.entries = at + 3, tonumber(ARGV[at + 2])
        at = book.entries_at + book.entries
        book.balances_at, book.balances = at + 1, tonumber(ARGV[at])
        at = book.balances_at + 2 * book.balances
        if book.expected ~= '' and (redis.call('HGET', book.balances_key, 'seq') or '0') ~= book.expected then
            return {'moved'}
        end
        books[number + 1] = book
    end

    local HASHES, SCORES_FROM = 5, 10
    for number = 0, 1 do
        local first = SCORES_FROM + HASHES * number
        local version = ARGV[at]
        if version ~= '' and (redis.call('HGET', KEYS[first], 'v') or '0') ~= version then
            return {'moved'}
        end
        at = at + 1
        for place = 0, HASHES - 1 do
            local hash = {key = KEYS[first + place], anew = false}
            if place > 0 and place < HASHES - 1 then
                hash.anew = ARGV[at] == '1'
                at = at + 1
            end
            hash.fields_at, hash.fields = at + 1, tonumber(ARGV[at])
            at = hash.fields_at + 2 * hash.fields
            hashes[#hashes + 1] = hash
        end
    end
end

redis.call('SET', KEYS[2], token .. ' ' .. ARGV[4], 'PX', ARGV[2])
if expected ~= '' then
    redis.call('HSET', KEYS[1], 'v', ARGV[4], 'w', ARGV[6], 'c', token)
    if ARGV[5] == '' then
        redis.call('HDEL', KEYS[1], 's')
    else
        redis.call('HSET', KEYS[1], 's', ARGV[5])
    end
    redis.call('ZADD', KEYS[3], ARGV[8], ARGV[7])
end
if whole and ARGV[10] ~= '' then
    redis.call('HSET', KEYS[4], 'v', ARGV[11])
    for number = 0, tonumber(ARGV[13]) - 1 do
        local field, text = ARGV[pots_at + 2 * number], ARGV[pots_at + 2 * number + 1]
        if text == '' then
            redis.call('HDEL', KEYS[4], field)
        else
            redis.call('HSET', KEYS[4], field, text)
        end
    end
end
if whole and ARGV[12] ~= '' then
    redis.call('RPUSH', KEYS[5], ARGV[12])
end
for _, book in ipairs(books) do
    if book.expected ~= '' then
        for number = 0, book.entries - 1 do
            redis.call('RPUSH', book.entries_key, ARGV[book.entries_at + number])
        end
        for number = 0, book.balances - 1 do
            local account, amount = ARGV[book.balances_at + 2 * number], ARGV[book.balances_at + 2 * number + 1]
            if amount == '' then
                redis.call('HDEL', book.balances_key, account)
            else
                redis.call('HSET', book.balances_key, account, amount)
            end
        end
        redis.call('HSET', book.balances_key, 'seq', book.seq)
    end
end
for _, hash in ipairs(hashes) do
    if hash.anew then
        redis.call('DEL', hash.key)
    end
    for number = 0, hash.fields - 1 do
        local field, text = ARGV[hash.fields_at + 2 * number], ARGV[hash.fields_at + 2 * number + 1]
        if text == '' then
            redis.call('HDEL', hash.key, field)
        else
            redis.call('HSET', hash.key, field, text)
        end
    end
end
return {'committed', ARGV[4]}
