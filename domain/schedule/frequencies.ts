import { Frequency } from "../enumerations.ts";

/** Hours between slots; null from Daily up. */
export const getIntervalHours = (frequency: Frequency): number | null => {
  switch (frequency) {
    case Frequency.Hourly:
      return 1;
    case Frequency.Every2Hours:
      return 2;
    case Frequency.Every4Hours:
      return 4;
    case Frequency.Every6Hours:
      return 6;
    case Frequency.Every8Hours:
      return 8;
    case Frequency.Every12Hours:
      return 12;
    default:
      return null;
  }
};

/** True from Daily up (R-40, which widens S-2.4). */
export const hasCustomHour = (frequency: Frequency): boolean => getIntervalHours(frequency) === null;
