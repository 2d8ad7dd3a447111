import Alert from "@mui/material/Alert";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { ApiError, clientCode } from "../../shared/api/api-error.ts";
import { clearCameFrom, readCameFrom } from "../../shared/navigation/came-from.ts";
import { isOwnPath, paths } from "../../shared/navigation/paths.ts";
import { Illustration } from "../../shared/ui/illustrations.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { useServices, useSession } from "../services.tsx";
import { useDraftStorageKind } from "../use-drafts.ts";
import { retryAfterMs, secondsLeft, tickMs } from "./countdown.ts";

/** Retries every 15 seconds, then returns to the previous page. */
const OfflinePage = () => {
  usePageTitle("No connection");
  const { api } = useServices();
  const shop = useSession()?.account.name ?? null;
  const navigate = useNavigate();
  const { state } = useLocation();
  const given: unknown = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  const [from] = useState(() => (isOwnPath(given) ? given : (readCameFrom(window.sessionStorage) ?? paths.home)));
  const reload = typeof state === "object" && state !== null && "reload" in state && state.reload === true;
  const [left, setLeft] = useState(retryAfterMs / tickMs);
  const [trying, setTrying] = useState(false);
  const startedAt = useRef(Date.now());
  const busy = useRef(false);

  const place = useDraftStorageKind();
  useEffect(() => {
    if (place !== "page") return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [place]);

  const retry = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    setTrying(true);
    let connected = true;
    try {
      await api.isOnline(shop);
    } catch (error) {
      // Any response below 500, even a refusal, proves a connection.
      connected = error instanceof ApiError && error.code !== clientCode.noResponse && error.status < 500;
    }
    busy.current = false;
    if (connected) {
      clearCameFrom(window.sessionStorage);
      return reload ? window.location.replace(from) : void navigate(from, { replace: true });
    }
    setTrying(false);
    startedAt.current = Date.now();
    setLeft(retryAfterMs / tickMs);
  }, [api, shop, from, reload, navigate]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (busy.current) return;
      const seconds = secondsLeft(startedAt.current, Date.now());
      setLeft(seconds);
      if (seconds === 0) void retry();
    }, tickMs);
    const online = () => void retry();
    window.addEventListener("online", online);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", online);
    };
  }, [retry]);

  return (
    <Stack spacing={1} useFlexGap sx={{ alignItems: "center", textAlign: "center", pt: 4 }}>
      <Illustration name="offline" />
      <Typography variant="h1" sx={{ mt: 1 }}>
        You're offline
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 440 }}>
        Sheaf can't be reached right now. We'll take you back as soon as it can.
        {place === "browser" && " Your unsaved changes are kept in this browser."}
      </Typography>
      {place === "page" && (
        <Alert severity="warning" sx={{ maxWidth: 440, textAlign: "left" }}>
          Your last changes aren't saved yet, and this browser's storage is full. Keep this page open.
        </Alert>
      )}
      <LinearProgress
        variant={trying ? "indeterminate" : "determinate"}
        value={100 - (left * tickMs * 100) / retryAfterMs}
        aria-label="Time until the next attempt"
        sx={{ width: "100%", maxWidth: 280, mt: 2, mb: 1 }}
      />
      <Typography>{trying ? "Trying to connect ..." : `Next attempt in ${left} s`}</Typography>
      <Link component="button" type="button" onClick={() => void retry()} aria-disabled={trying}>
        retry connection
      </Link>
    </Stack>
  );
};

export default OfflinePage;
