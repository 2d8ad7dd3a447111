import { type Client, FTPError, type FTPResponse } from "basic-ftp";
import { DeliveryFailed } from "../../ports/destination.ts";
import { truncateReceiverText } from "../receiver-text.ts";

/** Most bytes on one control connection. A delivery takes a few thousand. */
const maxOutput = 1_000_000;
/** Longest reply. basic-ftp parses a reply again from the start with every chunk. */
const maxReply = 32_000;

const tooMuchOutput = (host: string): DeliveryFailed =>
  new DeliveryFailed(
    "temporary",
    `${host} sends far more than an FTP server would. Check the host, its port and the protocol.`,
  );

const bounded = <Answer extends FTPResponse | Error>(answer: Answer): Answer | FTPError | FTPResponse => {
  if (answer instanceof FTPError)
    return new FTPError({ code: answer.code, message: truncateReceiverText(answer.message) });
  return answer instanceof Error ? answer : { ...answer, message: truncateReceiverText(answer.message) };
};

/**
 * Closes the connection when a server sends too much, and truncates replies. basic-ftp doesn't limit text outside
 * replies, which could come at full speed until the delivery times out. Call the returned function for the connection,
 * and again after the upgrade to TLS.
 */
export const limitServerOutput = (client: Client, host: string): (() => void) => {
  let totalBytes = 0;
  let replyBytes = 0;
  const { ftp } = client;
  const handle = ftp.handle.bind(ftp);
  ftp.handle = (command, onReply) =>
    handle(command, (answer, task) => {
      replyBytes = 0;
      onReply(bounded(answer), task);
    });
  return () =>
    // Runs before the library reads the data.
    void ftp.socket.prependListener("data", (text: string | Buffer) => {
      totalBytes += text.length;
      replyBytes += text.length;
      if (totalBytes > maxOutput || replyBytes > maxReply) ftp.closeWithError(tooMuchOutput(host));
    });
};
