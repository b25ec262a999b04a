import { z } from "zod";
import { SURFACE_LENGTH } from "../entries/rules.ts";
import { dictionaryImport } from "../imports/schemas.ts";
import { line } from "../text/text.ts";
import { MOST_AT_ONCE, MOST_READINGS, MOST_SURFACES, READING_SOURCES } from "./rules.ts";

const surface = line(SURFACE_LENGTH);

/** One surface in a query string, or several by repeating the parameter. */
export const askedSurface = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .pipe(z.array(surface).min(1).max(MOST_SURFACES))
  .meta({
    description: "One or several.",
    sentAs: {
      type: "array",
      items: { type: "string", minLength: 1, maxLength: SURFACE_LENGTH },
      minItems: 1,
      maxItems: MOST_SURFACES,
    },
  });

export const askedSurfaces = z
  .strictObject({
    surfaces: z.array(surface).min(1).max(MOST_SURFACES),
    ofNames: z.boolean().optional().meta({
      description:
        "They are names of people: the readings are katakana, with the spaces of the name.",
    }),
  })
  .meta({ id: "AskedSurfaces" });

const offeredReading = z
  .object({
    reading: z.string(),
    source: z.enum(READING_SOURCES).meta({
      description:
        "OWN: dictionaries of the organization. WORD: a word of IPADIC. NAME: a family name with a given name. PARTS: the words that make up the surface. LETTERS: letters and numbers, said one by one.",
    }),
  })
  .meta({ id: "OfferedReading" });

/** The readings of each surface, in the order of the request. */
export const surfaceReadings = z
  .array(
    z
      .object({
        surface: z.string(),
        readings: z.array(offeredReading).max(MOST_READINGS),
        agreed: z.string().nullable().meta({
          description: "The reading that is the likeliest one of two sources at least.",
        }),
      })
      .meta({ id: "SurfaceReadings" }),
  )
  .max(MOST_SURFACES);
export type SurfaceReadings = z.infer<typeof surfaceReadings>;

/** From which row on the rows of an import are read: those behind the last one that was. */
export const acceptedPart = z
  .strictObject({ after: z.int().min(0).optional() })
  .meta({ id: "AcceptedPart" });

export const acceptedReadings = dictionaryImport
  .extend({
    next: z
      .int()
      .nullable()
      .meta({
        description: `The last row that was read, to be sent as \`after\`; null once all were. A request reads ${MOST_AT_ONCE} rows.`,
      }),
  })
  .meta({ id: "AcceptedReadings" });
export type AcceptedReadings = z.infer<typeof acceptedReadings>;
