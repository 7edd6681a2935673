-- Leases tables that are due. A leased table stays in the set, its score made a fraction, so it is due again when its
-- lease runs out; a whole score tells that it was woken while leased. A repeated call gives what it gave the first time.
-- KEYS due and leases of each partition   ARGV limit, now (ms), lease (ms), owner, call
-- Gives places, and the score that is due next ('' none).
local limit = tonumber(ARGV[1])
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local LONGEST = 60000 -- a lease that has longer is of a clock since put back
local claimed = {}
local next_due = nil
for at = 1, #KEYS, 2 do
    local due, leases = KEYS[at], KEYS[at + 1]
    local span = limit + redis.call('HLEN', leases)
    local members = redis.call('ZRANGE', due, 0, span, 'WITHSCORES')
    for number = 1, #members, 2 do
        local place, score = members[number], tonumber(members[number + 1])
        local lease = redis.call('HGET', leases, place)
        local expiry, call = nil, nil
        if lease then
            expiry, call = string.match(lease, '^(%d+) %S+ (%S+)$')
        end
        local free = not lease or tonumber(expiry) <= clock or tonumber(expiry) > clock + LONGEST
        if call == ARGV[5] and #claimed < limit then
            claimed[#claimed + 1] = place
        elseif free and score <= tonumber(ARGV[2]) and #claimed < limit then
            local until_then = string.format('%.0f', clock + tonumber(ARGV[3]))
            redis.call('HSET', leases, place, until_then .. ' ' .. ARGV[4] .. ' ' .. ARGV[5])
            redis.call('ZADD', due, string.format('%.1f', math.ceil(score) - 0.5), place)
            claimed[#claimed + 1] = place
        else
            local moment = score
            if not free then
                -- In the caller's clock.
                moment = tonumber(ARGV[2]) + tonumber(expiry) - clock
            end
            if not next_due or moment < next_due then
                next_due = moment
            end
        end
    end
end
return {claimed, next_due and string.format('%.0f', next_due) or ''}
