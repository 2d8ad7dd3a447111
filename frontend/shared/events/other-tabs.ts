/** Notifies this browser's other tabs and windows of a save, so visible ones stay current. */
export type OtherTabs<Message> = {
  notify: (message: Message) => void;
  listen: (listener: (message: Message) => void) => () => void;
};

/** A channel between tabs. `name`: the same in every tab. Messages are plain data. A tab doesn't receive its own. */
export const createOtherTabs = <Message>(name: string): OtherTabs<Message> => {
  // One channel instance for all: a page's own messages don't come back on it.
  let channel: BroadcastChannel | null = null;
  const open = (): BroadcastChannel => {
    channel ??= new BroadcastChannel(name);
    return channel;
  };
  return {
    notify: (message) => open().postMessage(message),
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<Message>) => listener(data);
      const opened = open();
      opened.addEventListener("message", hear);
      return () => opened.removeEventListener("message", hear);
    },
  };
};
