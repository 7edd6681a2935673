/** The live stream of one person, opened again for as long as it takes. */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 5000;

/**
 * Follows what happens to `as`. `onOpen` runs at every (re)connection: load the snapshot then, since events
 * may have been missed. `onEvent` gets each event; `onDown` runs when the connection is lost. Returns the
 * function that stops it.
 */
export function follow(as, { onOpen, onEvent, onDown }) {
  let source = null;
  let timer = null;
  let pause = FIRST_PAUSE;
  let stopped = false;

  function connect() {
    source = new EventSource(`/sim/events?as=${as}`);
    source.onopen = () => {
      pause = FIRST_PAUSE;
      onOpen();
    };
    source.onmessage = (event) => onEvent(JSON.parse(event.data));
    source.onerror = () => {
      source.close();
      if (stopped) return;
      onDown();
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    };
  }

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    source.close();
  };
}
