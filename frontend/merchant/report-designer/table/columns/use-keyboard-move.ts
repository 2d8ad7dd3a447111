import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { indexInGap } from "../layout.ts";
import type { DropTarget } from "./drop-target.ts";

type KeyboardMoveOptions = {
  columns: readonly ReportColumn[];
  target: DropTarget;
  onMove: (column: string, to: number) => void;
  /** Announces a sentence to screen readers. */
  say: (sentence: string) => void;
};

/** The gap after the place for a column that comes from the left, and before it for one from the right. */
const gapOf = (from: number, place: number): number => (place > from ? place + 1 : place);

/**
 * From a header's title: Space or Enter picks the column up, arrows move it, Space or Enter drops it, Escape cancels.
 * Otherwise the arrows move between headers.
 */
export const useKeyboardMove = ({ columns, target, onMove, say }: KeyboardMoveOptions) => {
  const [lifted, setLifted] = useState<string | null>(null);
  const place = useRef(0);
  const latest = useRef(columns);
  latest.current = columns;

  const focusHeader = useCallback(
    (at: number) => {
      const titles = target.scroller()?.querySelectorAll<HTMLElement>("thead [data-part=title]");
      const next = titles?.[Math.max(0, Math.min(at, titles.length - 1))];
      next?.focus({ preventScroll: true });
      target.revealColumn(at);
    },
    [target],
  );
  const end = useCallback(() => {
    setLifted(null);
    target.show(null);
  }, [target]);

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>, column: ReportColumn) => {
      const all = latest.current;
      const from = all.findIndex(({ Column }) => Column === column.Column);
      const last = all.length - 1;
      const isUp = lifted === column.Column;
      const here = isUp ? place.current : from;
      const steps: Record<string, number> = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last };
      const whereWords = (at: number) => `${column.Title} is at place ${at + 1} of ${all.length}.`;
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        if (!isUp) {
          place.current = from;
          setLifted(column.Column);
          target.show(gapOf(from, from));
          say(`Picked up. ${whereWords(from)} Move it with the arrow keys.`);
          return;
        }
        end();
        if (place.current !== from) onMove(column.Column, indexInGap(from, gapOf(from, place.current)));
        say(`Put down. ${whereWords(place.current)}`);
        return;
      }
      if (event.key === "Escape" && isUp) {
        event.preventDefault();
        end();
        say(`Left where it was. ${whereWords(from)}`);
        return;
      }
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      if (!isUp) return focusHeader(step);
      place.current = Math.max(0, Math.min(step, last));
      const gap = gapOf(from, place.current);
      target.show(gap);
      target.reveal(gap);
      say(whereWords(place.current));
    },
    [lifted, target, onMove, say, end, focusHeader],
  );
  return { lifted, onKeyDown, onBlur: end };
};
