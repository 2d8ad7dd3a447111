import { Tick } from "../fields/tick.tsx";
import { useCompactDisplay } from "../resources/live/compact-display.ts";

/** The setting `liveCompactDisplay` (S-2.3.11), which only this browser knows. */
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
