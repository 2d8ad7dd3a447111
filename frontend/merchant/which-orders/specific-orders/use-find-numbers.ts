import { useMutation } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { maxNumbers } from "#domain/wire/filters/orders.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import { numbersIn, numbersProblem } from "./order-numbers.ts";

/** Orders found by pasted numbers, and the numbers without one. */
export type Found = {
  ids: string[];
  notFound: string[];
  /** Number of unreadable orders. */
  unread: number;
};

/** Finds orders by numbers, in batches of a hundred. */
export const useFindNumbers = (onFound: (found: Found) => void) => {
  const { api } = useServices();
  const notify = useNotify();
  return useMutation({
    mutationFn: async (text: string): Promise<Found> => {
      const numbers = numbersIn(text);
      const problem = numbersProblem(numbers);
      if (problem !== null) throw new Error(problem);
      const found: Found = { ids: [], notFound: [], unread: 0 };
      for (let at = 0; at < numbers.length; at += maxNumbers) {
        const { Ids, NotFound, Unread } = await api.findNumbers(numbers.slice(at, at + maxNumbers));
        found.ids.push(...Ids);
        found.notFound.push(...NotFound);
        found.unread += Unread;
      }
      return { ...found, ids: [...new Set(found.ids)] };
    },
    onSuccess: onFound,
    onError: (error) => {
      if (!isSkipped(error)) notify(getErrorMessage(error), { type: "error" });
    },
  });
};
