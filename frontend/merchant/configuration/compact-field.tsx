import { Tick } from "../fields/tick.tsx";
import { useCompactDisplay } from "../resources/live/compact-display.ts";

/** `liveCompactDisplay` (S-2.3.11); only this browser knows it. */
export const CompactField = () => {
  const { isCompact, setCompact } = useCompactDisplay();
  return (
    <Tick
      label="Show live reports compactly"
      note="More rows on the screen, in smaller letters. In this browser only."
      checked={isCompact}
      onChange={setCompact}
    />
  );
};
