/** KEYS: user, email if any. ARGV: row, user id. */
export const createUser = `
if redis.call('exists', KEYS[1]) == 1 then return 'user.id' end
if KEYS[2] and redis.call('exists', KEYS[2]) == 1 then return 'user.email' end
redis.call('set', KEYS[1], ARGV[1])
if KEYS[2] then redis.call('set', KEYS[2], ARGV[2]) end
return 'done'`;

/** KEYS: user, former email, new email. ARGV: former row, new row, user id, release?, claim? */
export const updateUser = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 'changed' end
if ARGV[5] == '1' then
  if redis.call('exists', KEYS[3]) == 1 then return 'user.email' end
  redis.call('set', KEYS[3], ARGV[3])
end
if ARGV[4] == '1' then redis.call('del', KEYS[2]) end
redis.call('set', KEYS[1], ARGV[2])
return 'done'`;

/** KEYS: accounts of, sessions of, authenticators of. Returns the keys of all rows of a user. */
export const listOwned = `
return {
  redis.call('smembers', KEYS[1]),
  redis.call('zrange', KEYS[2], 0, -1),
  redis.call('smembers', KEYS[3])
}`;

/**
 * KEYS: user, accounts of, sessions of, authenticators of, records of, a new name for them, cascades; then every key to
 * remove. ARGV: row, how many accounts, sessions and authenticators, the cascade; the last KEYS are in that order.
 */
export const deleteUser = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 'changed' end
local accounts, sessions, authenticators = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('scard', KEYS[2]) ~= accounts then return 'changed' end
if redis.call('zcard', KEYS[3]) ~= sessions then return 'changed' end
if redis.call('scard', KEYS[4]) ~= authenticators then return 'changed' end
for i = 8, #KEYS do
  local n = i - 7
  local known = true
  if n <= accounts then known = redis.call('sismember', KEYS[2], KEYS[i]) == 1
  elseif n <= accounts + sessions then known = redis.call('zscore', KEYS[3], KEYS[i])
  elseif n <= accounts + sessions + authenticators then
    known = redis.call('sismember', KEYS[4], KEYS[i]) == 1
  end
  if not known then return 'changed' end
end
if redis.call('exists', KEYS[5]) == 1 then
  redis.call('rename', KEYS[5], KEYS[6])
  redis.call('sadd', KEYS[7], ARGV[5])
end
for i = 1, 4 do redis.call('del', KEYS[i]) end
for i = 8, #KEYS do redis.call('del', KEYS[i]) end
return 'done'`;

/** KEYS: row, user, rows of the user. ARGV: row, the result if the key is taken. */
export const createOwned = `
if redis.call('exists', KEYS[2]) == 0 then return 'nobody' end
if redis.call('exists', KEYS[1]) == 1 then return ARGV[2] end
redis.call('set', KEYS[1], ARGV[1])
redis.call('sadd', KEYS[3], KEYS[1])
return 'done'`;

/** KEYS: row, rows of the user. ARGV: row. */
export const deleteOwned = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 'changed' end
redis.call('del', KEYS[1])
redis.call('srem', KEYS[2], KEYS[1])
return 'done'`;

/** KEYS: row. ARGV: former row, new row. */
export const replace = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 'changed' end
redis.call('set', KEYS[1], ARGV[2])
return 'done'`;

/** KEYS: session, user, sessions of the user. ARGV: row, expiry, now (milliseconds). */
export const createSession = `
if redis.call('exists', KEYS[2]) == 0 then return 'nobody' end
if redis.call('exists', KEYS[1]) == 1 then return 'session' end
redis.call('zremrangebyscore', KEYS[3], '-inf', ARGV[3])
redis.call('set', KEYS[1], ARGV[1])
redis.call('pexpireat', KEYS[1], ARGV[2])
redis.call('zadd', KEYS[3], ARGV[2], KEYS[1])
return 'done'`;

/** KEYS: session, user, sessions of the former user, of the user. ARGV: former row, row, expiry. */
export const updateSession = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 'changed' end
if redis.call('exists', KEYS[2]) == 0 then return 'nobody' end
redis.call('set', KEYS[1], ARGV[2])
redis.call('pexpireat', KEYS[1], ARGV[3])
redis.call('zrem', KEYS[3], KEYS[1])
redis.call('zadd', KEYS[4], ARGV[3], KEYS[1])
return 'done'`;

/** KEYS: session, sessions of the user. ARGV: row. */
export const deleteSession = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 'changed' end
redis.call('del', KEYS[1])
redis.call('zrem', KEYS[2], KEYS[1])
return 'done'`;

/** KEYS: sessions of the user, the one that stays, then every other one. */
export const deleteOtherSessions = `
local others = #KEYS - 2
local stays = redis.call('zscore', KEYS[1], KEYS[2]) and 1 or 0
if redis.call('zcard', KEYS[1]) ~= others + stays then return 'changed' end
for i = 3, #KEYS do
  if not redis.call('zscore', KEYS[1], KEYS[i]) then return 'changed' end
end
for i = 3, #KEYS do
  redis.call('del', KEYS[i])
  redis.call('zrem', KEYS[1], KEYS[i])
end
return 'done'`;

/** KEYS: a user's sessions. Returns their keys. */
export const sessionKeys = "return redis.call('zrange', KEYS[1], 0, -1)";

/** KEYS: token. ARGV: row, expiry. */
export const createVerificationToken = `
if redis.call('exists', KEYS[1]) == 1 then return 'verificationToken' end
redis.call('set', KEYS[1], ARGV[1])
redis.call('pexpireat', KEYS[1], ARGV[2])
return 'done'`;

/** KEYS: token. Returns and deletes it. */
export const takeVerificationToken = `
local row = redis.call('get', KEYS[1])
if row then redis.call('del', KEYS[1]) end
return row`;

/** KEYS: any. Returns its value. */
export const read = "return redis.call('get', KEYS[1])";

/** KEYS: any. Returns their values. */
export const readAll = "return redis.call('mget', unpack(KEYS))";

/** KEYS: a set. Returns its members. */
export const members = "return redis.call('smembers', KEYS[1])";
