/** The people's side of the sandbox server: one function for each thing a person does. */

/** What the server refused, in its own sentence. */
export class Refusal extends Error {}

async function ask(path, body) {
  const request =
    body === undefined
      ? { cache: "no-store" }
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`/sim/${path}`, request);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.error || `${response.status} ${response.statusText}`);
  return answer;
}

export const world = (as) => ask(as === null ? "world" : `world?as=${as}`);
export const say = (as, chat, text, extra) => ask("say", { as, chat, text, ...extra });
export const press = (as, chat, key, row, col) => ask("press", { as, chat, key, row, col });
export const start = (as, payload) => ask("start", payload ? { as, payload } : { as });
export const join = (chat, user) => ask("member", { chat, user, status: "member" });
export const unblock = (id) => ask("person", { id, blocked: false });
