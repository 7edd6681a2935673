-- KEYS balances, entries
return {redis.call('HGETALL', KEYS[1]), redis.call('LLEN', KEYS[2])}
