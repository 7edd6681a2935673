-- A table and what a decision about it needs, all of one moment.
-- KEYS table, pots, group, update mark
local table_fields = redis.call('HMGET', KEYS[1], 'v', 's', 'w', 'c')
local pots = redis.call('HGETALL', KEYS[2])
local chat = redis.call('HGET', KEYS[3], 'chat')
local repeated = redis.call('EXISTS', KEYS[4])
return {table_fields[1] or '0', table_fields[2] or '', table_fields[3] or '', table_fields[4] or '', pots, chat or '', repeated}
