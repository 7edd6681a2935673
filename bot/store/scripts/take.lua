-- Reserves messages, one after the other, or tells for each how long to wait (ms). Lists hold "<ms> <token>" of the last
-- reservations. A hold counts even where limits are off.
-- KEYS overall, hold of all, then for each message: chat, hold of its chat
-- ARGV token, 1 where limits are on, window of all (ms), most in it, then for each message:
--     most overall after it; most in the chat, in such a window (ms), least gap (ms), and how many go at that gap: the
--     others are spread evenly over the time until the window has room again
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local token, on = ARGV[1], ARGV[2] == '1'
local function stamp(text)
    return tonumber(string.match(text, '^(%d+)'))
end

-- After the clock was set back, what was noted before would silence a chat until it is that late again.
local function forget_the_future(list, window)
    local last = redis.call('LINDEX', list, -1)
    if last and stamp(last) > now + window then
        redis.call('DEL', list)
    end
end

local function paced(chat, window, most, gap, brisk)
    local sent = redis.call('LRANGE', chat, 0, -1)
    local count = 0
    for _, text in ipairs(sent) do
        if stamp(text) > now - window then
            count = count + 1
        end
    end
    if count == 0 then
        return 0
    end
    local wait = 0
    local last = stamp(sent[#sent])
    local room = stamp(sent[#sent - count + 1]) + window
    if count >= most then
        wait = room - now
    elseif count >= brisk then
        gap = math.max(gap, (room - last) / (most - count + 1))
    end
    return math.max(wait, last + gap - now)
end

local function reserved(chat, mine)
    for _, text in ipairs(redis.call('LRANGE', chat, 0, -1)) do
        if string.match(text, ' (%S+)$') == mine then
            return true
        end
    end
    return false
end

local waits = {}
for number = 1, (#KEYS - 2) / 2 do
    local chat, hold = KEYS[1 + 2 * number], KEYS[2 + 2 * number]
    local at = 5 * number
    local mine = token .. ':' .. number
    local wait = math.max(redis.call('PTTL', KEYS[2]), redis.call('PTTL', hold), 0)
    if on and reserved(chat, mine) then
        wait = 0
    elseif on then
        local overall, most, window = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
        forget_the_future(KEYS[1], tonumber(ARGV[3]))
        forget_the_future(chat, window)
        local first = redis.call('LINDEX', KEYS[1], -overall)
        if first then
            wait = math.max(wait, stamp(first) + tonumber(ARGV[3]) - now)
        end
        wait = math.max(wait, paced(chat, window, most, tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4])))
        if wait <= 0 then
            local entry = string.format('%.0f', now) .. ' ' .. mine
            redis.call('RPUSH', KEYS[1], entry)
            redis.call('LTRIM', KEYS[1], '-' .. ARGV[4], -1)
            redis.call('PEXPIRE', KEYS[1], ARGV[3])
            redis.call('RPUSH', chat, entry)
            redis.call('LTRIM', chat, -most, -1)
            redis.call('PEXPIRE', chat, window)
        end
    end
    waits[number] = math.max(0, math.ceil(wait))
end
return waits
