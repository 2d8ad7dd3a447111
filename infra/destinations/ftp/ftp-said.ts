import type { Client } from "basic-ftp";
import { DeliveryFailed } from "../../ports/destination.ts";

/** Signs that a server may say on one control connection; a delivery takes some thousand. */
const mostSaid = 1_000_000;

const tooMuch = (host: string): DeliveryFailed =>
  new DeliveryFailed(
    "temporary",
    `${host} says far more than an FTP server does. Check the host, its port and the protocol.`,
  );

/**
 * Ends a connection whose server talks on and on: basic-ftp bounds an answer, and not what is none, which a server could send at full
 * speed until the delivery's time is over. To be called for the connection, and again when it was made one of TLS.
 */
export const boundSaid = (client: Client, host: string): (() => void) => {
  let said = 0;
  return () =>
    void client.ftp.socket.on("data", (text: string | Buffer) => {
      said += text.length;
      if (said > mostSaid) client.ftp.closeWithError(tooMuch(host));
    });
};
