import { type Client, FTPError, type FTPResponse } from "basic-ftp";
import { DeliveryFailed } from "../../ports/destination.ts";
import { boundWords } from "../words-of.ts";

/** Signs that a server may say on one control connection; a delivery takes some thousand. */
const mostSaid = 1_000_000;
/** Signs of one answer. basic-ftp reads an answer that comes in pieces from its beginning with each piece. */
const mostOfAnswer = 32_000;

const tooMuch = (host: string): DeliveryFailed =>
  new DeliveryFailed(
    "temporary",
    `${host} says far more than an FTP server does. Check the host, its port and the protocol.`,
  );

const bounded = <Answer extends FTPResponse | Error>(answer: Answer): Answer | FTPError | FTPResponse => {
  if (answer instanceof FTPError) return new FTPError({ code: answer.code, message: boundWords(answer.message) });
  return answer instanceof Error ? answer : { ...answer, message: boundWords(answer.message) };
};

/**
 * Bounds what a server says. Of an answer the first words go on to whoever asked. A connection whose server talks on and on is ended: basic-ftp bounds
 * an answer, and not what is none, which a server could send at full speed until the delivery's time is over. The function that it returns is to be
 * called for the connection, and again when it was made one of TLS.
 */
export const boundSaid = (client: Client, host: string): (() => void) => {
  let said = 0;
  let ofAnswer = 0;
  const { ftp } = client;
  const handle = ftp.handle.bind(ftp);
  ftp.handle = (command, hear) =>
    handle(command, (answer, task) => {
      ofAnswer = 0;
      hear(bounded(answer), task);
    });
  return () =>
    // Before the library reads it.
    void ftp.socket.prependListener("data", (text: string | Buffer) => {
      said += text.length;
      ofAnswer += text.length;
      if (said > mostSaid || ofAnswer > mostOfAnswer) ftp.closeWithError(tooMuch(host));
    });
};
