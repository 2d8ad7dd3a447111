import { type ReactNode, useEffect, useRef, useState } from "react";
import { ChevronDownIcon, ChevronUpIcon } from "../../../shared/ui/icons.tsx";

const judges = new WeakMap<Element, () => void>();
/** One observer for all cells: it runs after layout, so no cell is laid out twice. */
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) judges.get(target)?.();
});

type ClippedCellProps = {
  name: string;
  /** A change triggers another measurement. */
  value: string;
  children: ReactNode;
};

/** Offers the rest of a cell with more lines than are visible. */
export const ClippedCell = ({ name, value, children }: ClippedCellProps) => {
  const text = useRef<HTMLDivElement>(null);
  const [isClipped, setClipped] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may be clipped in a box of the same size
  useEffect(() => {
    const element = text.current;
    if (element === null || isOpen) return;
    judges.set(element, () => setClipped(element.scrollHeight > element.clientHeight + 1));
    sizes.observe(element);
    return () => sizes.unobserve(element);
  }, [isOpen, value]);
  return (
    <div className="cell">
      <div ref={text} className="clip" data-open={isOpen || undefined}>
        {children}
      </div>
      {(isClipped || isOpen) && (
        <button
          type="button"
          className="more"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "Less" : "More"} of ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
          {isOpen ? "Less" : "More"}
        </button>
      )}
    </div>
  );
};
