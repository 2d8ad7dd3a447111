import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { ImpersonationSession } from "#domain/wire/support/impersonation.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { useServices, useSession } from "../services.tsx";
import { useEndImpersonation } from "../use-log-out.ts";
import { useShopZone } from "../use-shop-zone.ts";
import { describeRemainingTime } from "./describe-remaining-time.ts";

const tickMs = 1_000;
/** Interval of checks that the session goes on and the merchant allows changes, ms. */
const askEveryMs = 15_000;

/** Clamps a long reason to two lines; hover and screen readers get all of it. */
const clamped = {
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: "2",
  overflow: "hidden",
  maxWidth: "100ch",
} as const;

/** This browser's time, updated every second. */
const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** Tells pages' sticky parts the banner's height. */
const useHeightForPages = (banner: HTMLElement | null) => {
  useEffect(() => {
    if (banner === null) return;
    const { style } = document.documentElement;
    const tell = () => style.setProperty("--banner-height", `${banner.offsetHeight}px`);
    const watching = new ResizeObserver(tell);
    watching.observe(banner);
    tell();
    return () => {
      watching.disconnect();
      style.removeProperty("--banner-height");
    };
  }, [banner]);
};

/**
 * The server's view of the session; until known, that of the session's start. An ended session leads to the login page.
 */
const useImpersonation = (begun: ImpersonationSession): ImpersonationSession => {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ["support-look"],
    queryFn: ({ signal }) => api.supportLook(signal),
    refetchInterval: askEveryMs,
    refetchOnWindowFocus: true,
  });
  return data ?? begun;
};

type SessionSummary = {
  agent: string;
  shop: string;
  reason: string;
  rights: string;
  left: ReactNode;
};

const Whole = ({ agent, shop, reason, rights, left }: SessionSummary) => (
  <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.25, overflowWrap: "anywhere" }}>
    <strong>
      {agent} of Sheaf support is viewing {shop}
    </strong>
    <Box component="span" title={reason} sx={clamped}>
      Reason: {reason}
    </Box>
    <span>{rights}</span>
    {left}
  </Box>
);

const oneLine = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } as const;

/** Two lines for a phone; a tap on the second one expands it. */
const Short = ({ agent, shop, reason, rights, left }: SessionSummary) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Box sx={{ display: "flex", columnGap: 1.5, justifyContent: "space-between" }}>
        <Box component="strong" sx={oneLine}>
          {agent} of Sheaf support
        </Box>
        <Box component="span" sx={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
          {left}
        </Box>
      </Box>
      <ButtonBase
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        sx={{
          display: "block",
          width: "100%",
          minHeight: 24,
          font: "inherit",
          textAlign: "start",
          borderRadius: 1,
          ...(isOpen ? { maxHeight: "40dvh", overflow: "auto", overflowWrap: "anywhere" } : oneLine),
        }}
      >
        {isOpen && `Looks at ${shop}. `}
        {rights}. Reason: {reason}
      </ButtonBase>
    </>
  );
};

const ImpersonationBanner = ({ begun, shop }: { begun: ImpersonationSession; shop: string }) => {
  const endLook = useEndImpersonation();
  const isNarrow = useMediaQuery(useTheme().breakpoints.down("sm"));
  const zone = useShopZone();
  const now = useNow();
  const [banner, setBanner] = useState<HTMLElement | null>(null);
  const [isEnding, setIsEnding] = useState(false);
  useHeightForPages(banner);
  const { Agent, Reason, EndsAt, ChangesUntil } = useImpersonation(begun);
  const summary: SessionSummary = {
    agent: Agent,
    shop,
    reason: Reason,
    rights: ChangesUntil === null ? "Looking only" : `Changes allowed until ${formatInstant(ChangesUntil, zone)}`,
    left: <time dateTime={EndsAt}>{describeRemainingTime(Date.parse(EndsAt) - now)}</time>,
  };
  const end = async () => {
    setIsEnding(true);
    await endLook();
  };
  return (
    <Box
      ref={setBanner}
      component="section"
      aria-label="Sheaf support"
      data-support-banner
      sx={{
        position: "sticky",
        top: 0,
        // Visible above dialogs and drawers, too.
        zIndex: ({ zIndex }) => zIndex.modal + 1,
        borderBottom: 1,
        borderColor: "divider",
        bgcolor: "background.paper",
      }}
    >
      <Alert
        severity="warning"
        role="presentation"
        icon={isNarrow ? false : undefined}
        sx={{
          borderRadius: 0,
          border: 0,
          py: 0.75,
          alignItems: "center",
          "& .MuiAlert-message": { py: 0, flex: 1, minWidth: 0 },
          "& .MuiAlert-action": { alignSelf: "center", py: 0, mr: 0 },
        }}
        action={
          <Button color="inherit" size="small" variant="outlined" loading={isEnding} onClick={() => void end()}>
            End
          </Button>
        }
      >
        {isNarrow ? <Short {...summary} /> : <Whole {...summary} />}
      </Alert>
    </Box>
  );
};

/** Shows on every page which support person is in the shop, why and for how long. Can end the session. */
const SupportBanner = () => {
  const session = useSession();
  return session?.support ? <ImpersonationBanner begun={session.support} shop={session.account.name} /> : null;
};

export default SupportBanner;
