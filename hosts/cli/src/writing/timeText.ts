/** Texts that are times: timestamps of YAML 1.1, and times of the schema time/time-1.x (ISO 8601, day of the year, epochs). */

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:(?:[Tt]|\s+)(\d\d):(\d\d):(\d\d)(?:\.\d+)?\s*([Zz]|[-+]\d\d?(?::?\d\d)?)?)?$/;
const DAY_OF_YEAR = /^(\d{4}):(\d{3})(?::(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?$/;
const EPOCH = /^[JB]\d+(?:\.\d+)?$/;

/** Whether a text is a time, with a date that exists: 2026-02-30 does not. */
export function isTimeText(text: string, kind: "time" | "timestamp" = "time"): boolean {
  const [, year, month, day, hour = "0", minute = "0", second = "0", zone = "Z"] = ISO.exec(text) ?? [];
  if (year !== undefined) {
    const last = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
    const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
    return isDate && isOfDay(hour, minute, second) && (kind === "timestamp" || /^z$/i.test(zone));
  }
  if (kind === "timestamp") {
    return false;
  }
  const [, , days, hours = "0", minutes = "0", seconds = "0"] = DAY_OF_YEAR.exec(text) ?? [];
  const isDay = days !== undefined && Number(days) >= 1 && Number(days) <= 366;
  return (isDay && isOfDay(hours, minutes, seconds)) || EPOCH.test(text);
}

/** A second may be the 60th: a leap second. */
function isOfDay(hour: string, minute: string, second: string): boolean {
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
}
