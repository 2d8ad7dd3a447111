import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { DateBasis } from "#domain/enumerations.ts";
import { dateBasisWords } from "#domain/orders/date-basis-words.ts";
import { useMenuPosition } from "../../../shared/ui/use-menu-position.ts";
import { createLazyPart } from "../../loading/create-lazy-part.tsx";

const DateBasisMenu = createLazyPart(() => import("./date-basis-menu.tsx"));

type DateBasisButtonProps = { chosen: DateBasis | undefined; onChoose: (basis: DateBasis) => void };

/** Chooses the day by which the date range takes orders. Its menu loads when opened. */
export const DateBasisButton = ({ chosen = DateBasis.created, onChoose }: DateBasisButtonProps) => {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const position = useMenuPosition();
  const open = (button: HTMLElement) => {
    position.measure(button);
    setOpener(button);
  };
  return (
    <>
      <Button size="small" aria-haspopup="menu" sx={{ ml: -0.75 }} onClick={({ currentTarget }) => open(currentTarget)}>
        Date that counts: {dateBasisWords[chosen]}
      </Button>
      {opener && (
        <Suspense fallback={null}>
          <DateBasisMenu
            opener={opener}
            position={position.props}
            chosen={chosen}
            onChoose={onChoose}
            onClose={() => setOpener(null)}
          />
        </Suspense>
      )}
    </>
  );
};
