import Box from "@mui/material/Box";
import { useEffect, useLayoutEffect, useRef } from "react";
import { zoomToWall } from "../wall/wall-zoom.ts";
import { delegateListEvents } from "./delegate-list-events.ts";
import { createReportStyle } from "./report-style.ts";
import { clearHighlightsLater } from "./row-highlights.ts";
import { type ShownReport, showReport } from "./show-report.ts";
import type { LiveStatuses } from "./use-live-statuses.ts";

/** A response, its choices, and its arrival time (`performance.now()`). */
export type LiveAnswer = { html: string; choices: string; cameAt: number };

type ReportViewProps = {
  answer: LiveAnswer;
  isCompact: boolean;
  /** On a wall display: large letters, no controls. */
  isWall: boolean;
  isBusy: boolean;
  statuses: LiveStatuses;
  onHistory: (orderId: string, name: string) => void;
  /** Called after every shown answer. */
  onShown: (shown: ShownReport) => void;
};

/** Returns the host's shadow root, created if missing. */
const rootOf = (host: HTMLElement): ShadowRoot => {
  if (host.shadowRoot) return host.shadowRoot;
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [createReportStyle()];
  return root;
};

/** Runs after the next paint. Returns the function that cancels. */
const onceDrawn = (run: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run, 0);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/**
 * The report in its own pane: the server's HTML in a shadow root, which isolates styles. Rows are patched, not
 * replaced, so reading or choosing isn't interrupted.
 */
export const ReportView = (props: ReportViewProps) => {
  const { answer, isCompact, isWall, isBusy, statuses } = props;
  const pane = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  /** The choices of the last shown answer. */
  const shownChoices = useRef<string | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = rootOf(host.current);
    statuses.root.current = root;
    return delegateListEvents(root, {
      choose: statuses.choose,
      history: (...which) => latest.current.onHistory(...which),
    });
  }, [statuses.root, statuses.choose]);

  useLayoutEffect(() => {
    if (host.current === null || pane.current === null) return;
    const root = rootOf(host.current);
    const [on, { html, choices, cameAt }] = [pane.current, answer];
    const isOther = choices !== shownChoices.current;
    shownChoices.current = choices;
    const show = (goesOn: boolean): ShownReport => {
      const { isCompact, onShown, statuses } = latest.current;
      const shown = showReport({
        pane: on,
        root,
        html,
        waiting: statuses.waiting(),
        isCompact,
        isContinued: goesOn,
        isOther,
      });
      onShown(shown);
      return shown;
    };
    const { isBeginning } = show(false);
    const forget = onceDrawn(() => {
      // For measurements: from a response's arrival until it was painted.
      performance.measure("live-report", { start: cameAt });
      if (isBeginning) show(true);
    });
    const keepMarks = clearHighlightsLater(root);
    return () => {
      forget();
      keepMarks();
    };
  }, [answer]);

  useEffect(() => {
    host.current?.shadowRoot?.querySelector(".report")?.classList.toggle("compact", isCompact);
  }, [isCompact]);

  useLayoutEffect(() => {
    // Scrolls to the first column, as nobody can scroll on a wall display.
    if (isWall && pane.current !== null) pane.current.scrollLeft = 0;
  }, [isWall]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer may have other columns
  useLayoutEffect(() => {
    if (!isWall || host.current === null || pane.current === null) return;
    return zoomToWall(pane.current, host.current, rootOf(host.current));
  }, [isWall, answer]);

  return (
    <Box
      ref={pane}
      role="region"
      aria-label="Rows of the live report"
      aria-busy={isBusy}
      tabIndex={0}
      sx={{
        overflow: "auto",
        flex: 1,
        minHeight: 0,
        opacity: isBusy ? 0.6 : 1,
        transition: "opacity 150ms",
        "&:focus-visible": { outlineOffset: -2 },
        "@media print": { overflow: "visible" },
      }}
    >
      <div ref={host} data-wall={isWall || undefined} />
    </Box>
  );
};
