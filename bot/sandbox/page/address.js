/** Who and which group, kept in the page's address, so that two browser tabs can be two people. */

/** `{person, group}`: ids, or null where the address names none. */
export function readAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  const person = named.get("as") ?? new URLSearchParams(location.search).get("as");
  return {
    person: person ? Number(person) : null,
    group: named.get("chat") ? Number(named.get("chat")) : null,
  };
}

export function writeAddress({ person, group }) {
  history.replaceState(null, "", `#as=${person}${group === null ? "" : `&chat=${group}`}`);
}
