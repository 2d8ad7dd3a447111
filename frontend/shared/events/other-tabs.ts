/** Tells the other tabs and windows of this browser that something was saved, so that one in sight does not fall behind. */
export type OtherTabs<Message> = {
  tell: (message: Message) => void;
  listen: (listener: (message: Message) => void) => () => void;
};

/** `name`: of the channel, the same in every tab. Messages are plain data; a tab does not hear itself. */
export const createOtherTabs = <Message>(name: string): OtherTabs<Message> => {
  // One channel for all, so that what this page tells does not come back to itself.
  let channel: BroadcastChannel | null = null;
  const open = (): BroadcastChannel => {
    channel ??= new BroadcastChannel(name);
    return channel;
  };
  return {
    tell: (message) => open().postMessage(message),
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<Message>) => listener(data);
      const opened = open();
      opened.addEventListener("message", hear);
      return () => opened.removeEventListener("message", hear);
    },
  };
};
