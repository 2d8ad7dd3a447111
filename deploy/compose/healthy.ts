/** The health check of a container: 0 when its process says that it does its work, else 1 with what it says. */

const port = process.env.METRICS_PORT ?? "9464";
const host = process.env.METRICS_HOST ?? "127.0.0.1";
/** All addresses are no address to ask at. */
const asked = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[host] ?? (host.includes(":") ? `[${host}]` : host);

try {
  const answer = await fetch(`http://${asked}:${port}/healthz`, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) {
    console.error(await answer.text());
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`Nothing answers at ${asked}:${port} (${error instanceof Error ? error.message : String(error)}).`);
  process.exitCode = 1;
}
