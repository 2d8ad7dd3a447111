export type ServerEvent = { event: string; data: string; id: string | null };

/** Parses server-sent events from text chunks, however they are cut. Skips comments, such as keep-alives. */
export const createEventReader = (): ((piece: string) => ServerEvent[]) => {
  let rest = "";
  const eventIn = (block: string): ServerEvent | null => {
    const event: ServerEvent = { event: "message", data: "", id: null };
    const data: string[] = [];
    for (const line of block.split("\n")) {
      const at = line.indexOf(":");
      if (at === 0) continue;
      const name = at < 0 ? line : line.slice(0, at);
      const value = at < 0 ? "" : line.slice(at + 1).replace(/^ /, "");
      if (name === "data") data.push(value);
      if (name === "event") event.event = value;
      if (name === "id") event.id = value;
    }
    return data.length === 0 ? null : { ...event, data: data.join("\n") };
  };
  return (piece) => {
    const text = rest + piece;
    // A trailing CR may be the first half of CRLF.
    const cut = text.endsWith("\r") ? "\r" : "";
    const blocks = text
      .slice(0, text.length - cut.length)
      .replace(/\r\n?/g, "\n")
      .split("\n\n");
    rest = (blocks.pop() ?? "") + cut;
    return blocks.map(eventIn).filter((event) => event !== null);
  };
};
