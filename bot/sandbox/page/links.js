/** Links that lead to the bot. */

/** `{payload}` (a string or null) if `url` opens the chat with the bot called `username`, otherwise null. */
export function botLink(url, username) {
  let link;
  try {
    link = new URL(/^[a-z]+:/i.test(url) ? url : `https://${url}`);
  } catch {
    return null;
  }
  const resolve =
    link.protocol === "tg:" && (link.hostname || link.pathname.replaceAll("/", "")) === "resolve";
  const site =
    /^https?:$/.test(link.protocol) && /^(www\.)?(t\.me|telegram\.(me|dog))$/.test(link.hostname);
  const name = resolve
    ? link.searchParams.get("domain")
    : site
      ? link.pathname.slice(1).replace(/\/$/, "")
      : null;
  if (!name || !username || name.toLowerCase() !== username.toLowerCase()) return null;
  if (["startgroup", "startchannel", "startapp"].some((kind) => link.searchParams.has(kind))) return null;
  return { payload: link.searchParams.get("start") || null };
}
