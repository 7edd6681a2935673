-- Puts one text in the place of another in a list, if that one is still there.
-- KEYS list   ARGV the text there, the text to be
local place = redis.call('LPOS', KEYS[1], ARGV[1])
if place then
    redis.call('LSET', KEYS[1], place, ARGV[2])
    return 1
end
return 0
