import { type Client, FTPError, type FTPResponse } from "basic-ftp";
import { DeliveryFailed } from "../../ports/destination.ts";
import { truncateReceiverText } from "../receiver-text.ts";

/** Characters on one control connection. A delivery takes a few thousand. */
const maxOutput = 1_000_000;
/** Characters of a reply, which basic-ftp parses from its beginning with each piece. */
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
 * Limits a server's output, and closes the connection beyond. The caller gets a reply's first words. basic-ftp limits
 * replies, but not other text, which could come at full speed until the delivery times out. Call the returned function
 * for the connection, and again after the upgrade to TLS.
 */
export const limitServerOutput = (client: Client, host: string): (() => void) => {
  let totalBytes = 0;
  let ofAnswer = 0;
  const { ftp } = client;
  const handle = ftp.handle.bind(ftp);
  ftp.handle = (command, hear) =>
    handle(command, (answer, task) => {
      ofAnswer = 0;
      hear(bounded(answer), task);
    });
  return () =>
    // Runs before the library reads the data.
    void ftp.socket.prependListener("data", (text: string | Buffer) => {
      totalBytes += text.length;
      ofAnswer += text.length;
      if (totalBytes > maxOutput || ofAnswer > maxReply) ftp.closeWithError(tooMuchOutput(host));
    });
};
