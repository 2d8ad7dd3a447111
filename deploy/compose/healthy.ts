/** A container's health check: exits with 0 if its process is healthy, else prints the reasons and exits with 1. */

const port = process.env.METRICS_PORT ?? "9464";
const host = process.env.METRICS_HOST ?? "127.0.0.1";
/** A server that listens on all addresses is called on loopback. */
const target = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[host] ?? (host.includes(":") ? `[${host}]` : host);

try {
  const answer = await fetch(`http://${target}:${port}/healthz`, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) {
    console.error(await answer.text());
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`No response from ${target}:${port} (${error instanceof Error ? error.message : String(error)}).`);
  process.exitCode = 1;
}
