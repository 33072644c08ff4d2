/**
 * Makes ids that sort as they were made: version 7 of RFC 9562, with the counter of its section 6.2 (method 1) behind the milliseconds. Evidence is
 * stamped in whole seconds, and of a paste thousands of lines fall into one: lists keep them in order by their ids. This holds within one
 * process; ids of several follow one another as their clocks do.
 *
 * @param now milliseconds since 1970; a clock that goes back is not followed
 */
export function orderedIds(now: () => number = Date.now): () => string {
  let moment = 0;
  let count = 0;
  return () => {
    const current = now();
    if (current > moment) [moment, count] = [current, 0];
    else if (count < 0xfff) count += 1;
    else [moment, count] = [moment + 1, 0];
    const time = moment.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${crypto.randomUUID().slice(19)}`;
  };
}
