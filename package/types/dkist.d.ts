/** Types of the trees of ASDF files. Written by `asdf-wasm types`: changes of this file are lost when it is written again. */

import type { NdArray, Tagged, TreeMap, TreeValue } from "asdf-wasm";

export type QuantityUnit = string | Tagged;
/**
 * Describes the type of a single element.
 *
 * There is a set of numeric types, each with a single identifier:
 *
 * - `int8`, `int16`, `int32`, `int64`: Signed integer types, with
 *   the given bit size.
 *
 * - `uint8`, `uint16`, `uint32`, `uint64`: Unsigned integer types,
 *   with the given bit size.
 *
 * - `float16`: Half-precision floating-point type or "binary16",
 *   as defined in IEEE 754.
 *
 * - `float32`: Single-precision floating-point type or "binary32",
 *   as defined in IEEE 754.
 *
 * - `float64`: Double-precision floating-point type or "binary64",
 *   as defined in IEEE 754.
 *
 * - `complex64`: Complex number where the real and imaginary parts
 *   are each single-precision floating-point ("binary32") numbers,
 *   as defined in IEEE 754.
 *
 * - `complex128`: Complex number where the real and imaginary
 *   parts are each double-precision floating-point ("binary64")
 *   numbers, as defined in IEEE 754.
 *
 * There are two distinct fixed-length string types, which must
 * be indicated with a 2-element array where the first element is an
 * identifier for the string type, and the second is a length:
 *
 * - `ascii`: A string containing ASCII text (all codepoints <
 *   128), where each character is 1 byte.
 *
 * - `ucs4`: A string containing unicode text in the UCS-4
 *   encoding, where each character is always 4 bytes long.  Here
 *   the number of bytes used is 4 times the given length.
 */
export type ScalarDatatype =
  | (
      | "int8"
      | "uint8"
      | "int16"
      | "uint16"
      | "int32"
      | "uint32"
      | "int64"
      | "uint64"
      | "float16"
      | "float32"
      | "float64"
      | "complex64"
      | "complex128"
      | "bool8"
    )
  | (("ascii" | "ucs4") | number)[];
export type Interval = [QuantityBound, QuantityBound];
export type QuantityBound = Quantity | number;
export type BoundingBoxInterval = [Bound, Bound];
export type Bound = Quantity | number;
export type Order = "C" | "F";
/**
 * This object contains a list of all the selector arguments.
 */
export type SelectorArgs = SelectorArg[];
/**
 * This object contains the map of the bounding boxes. Note that
 * each compound_bounding_box entry should have bboxes of the same
 * size
 */
export type Cbbox = CbboxEntry[];
export type CompoundBoundingBoxOrder = "C" | "F";
/**
 * Represents unit equivalency.
 *
 * Supports serialization of equivalencies between units
 * in certain contexts
 */
export type Equivalency = EquivalencyEquivalency[];
/**
 * Represents an instance in time.
 *
 * A "time" is a single instant in time.  It may explicitly specify the
 * way time is represented (the "format") and the "scale" which
 * specifies the offset and scaling relation of the unit of time.
 *
 * Specific emphasis is placed on supporting time scales (e.g. UTC,
 * TAI, UT1, TDB) and time representations (e.g. JD, MJD, ISO 8601)
 * that are used in astronomy and required to calculate, e.g., sidereal
 * times and barycentric corrections.
 *
 * Times may be represented as one of the following:
 *
 * - an object, with explicit `value`, and optional `format`, `scale`
 *   and `location`.
 *
 * - a string, in which case the format is guessed from across
 *   the unambiguous options (`iso`, `byear`, `jyear`, `yday`), and the
 *   scale is hardcoded to `UTC`.
 *
 * In either case, a single time tag may be used to represent an
 * n-dimensional array of times, using either an `ndarray` tag or
 * inline as (possibly nested) YAML lists.  If YAML lists, the same
 * format must be used for all time values.
 *
 * The precision of the numeric formats should only be assumed to be as
 * good as an IEEE-754 double precision (float64) value.  If
 * higher-precision is required, the `iso` or `yday` format should be
 * used.
 */
export type Time =
  | Tagged
  | ArrayOfStrings
  | {
      /**
       * The value(s) of the time.
       */
      value: string | ArrayOfStrings | NdArray | number;
      /**
       * The format used to save the time in ASDF
       *
       * If not provided, the the format should be guessed from the
       * string from among the following unambiguous options:
       * `iso`, `byear`, `jyear` and `yday`.
       */
      format?: Format;
      /**
       * The original format of the time object
       */
      base_format?: Format | OtherFormat;
      /**
       * The time scale (or time standard) is a specification for
       * measuring time: either the rate at which time passes; or
       * points in time; or both. See also [3] and [4].
       *
       * These scales are defined in detail in [SOFA Time Scale and
       * Calendar Tools](http://www.iausofa.org/sofa_ts_c.pdf).
       *
       * The supported time scales are:
       *
       * - `utc`: Coordinated Universal Time (UTC).  This is the
       *   default time scale, except for `gps`, `unix`.
       *
       * - `tai`: International Atomic Time (TAI).
       *
       * - `tcb`: Barycentric Coordinate Time (TCB).
       *
       * - `tcg`: Geocentric Coordinate Time (TCG).
       *
       * - `tdb`: Barycentric Dynamical Time (TDB).
       *
       * - `tt`: Terrestrial Time (TT).
       *
       * - `ut1`: Universal Time (UT1).
       */
      scale?: "utc" | "tai" | "tcb" | "tcg" | "tdb" | "tt" | "ut1";
      /**
       * Specifies the observer location for scales that are
       * sensitive to observer location, currently only `tdb`.  May
       * be specified either with geocentric coordinates (X, Y, Z)
       * with an optional unit or geodetic coordinates:
       *   - `long`: longitude in degrees
       *   - `lat`: in degrees
       *   - `h`: optional height
       */
      location?: {
        x: Quantity;
        y: Quantity;
        z: Quantity;
      };
    };
export type ArrayOfStrings = (ArrayOfStrings | string)[];
/**
 * The format of the time.
 *
 * The supported formats are:
 *
 * - `iso`: ISO 8601 compliant date-time format
 *   `YYYY-MM-DDTHH:MM:SS.sss...`.  For example,
 *   `2000-01-01 00:00:00.000` is midnight on January 1,
 *   2000.  The `T` separating the date from the time
 *   section is optional.
 *
 * - `yday`: Year, day-of-year and time as
 *   `YYYY:DOY:HH:MM:SS.sss...`. The day-of-year (DOY) goes
 *   from 001 to 365 (366 in leap years). For example,
 *   `2000:001:00:00:00.000` is midnight on January 1,
 *   2000.
 *
 * - `byear`: Besselian Epoch year, eg. `B1950.0`.  The `B`
 *   is optional if the `byear` format is explicitly
 *   specified.
 *
 * - `jyear`: Julian Epoch year, eg. `J2000.0`.  The `J` is
 *   optional if the `jyear` format is explicitly
 *   specified.
 *
 * - `decimalyear`: Time as a decimal year, with integer
 *   values corresponding to midnight of the first day of
 *   each year. For example 2000.5 corresponds to the ISO
 *   time `2000-07-02 00:00:00`.
 *
 * - `jd`: Julian Date time format. This represents the
 *   number of days since the beginning of the Julian
 *   Period. For example, 2451544.5 in `jd` is midnight on
 *   January 1, 2000.
 *
 * - `mjd`: Modified Julian Date time format. This
 *   represents the number of days since midnight on
 *   November 17, 1858. For example, 51544.0 in MJD is
 *   midnight on January 1, 2000.
 *
 * - `gps`: GPS time: seconds from 1980-01-06 00:00:00 UTC
 *   For example, 630720013.0 is midnight on January 1,
 *   2000.
 *
 * - `unix`: Unix time: seconds from 1970-01-01 00:00:00
 *   UTC. For example, 946684800.0 in Unix time is midnight
 *   on January 1, 2000.  [TODO: Astropy's definition of
 *   UNIX time doesn't match POSIX's here.  What should we
 *   do for the purposes of ASDF?]
 *
 * - `utime`: UT seconds from 1979-01-01 00:00:00 UTC, ignoring leap seconds.
 *
 * - `tai_seconds`: SI seconds from 1958-01-01 00:00:00, which includes UTC leap seconds.
 */
export type Format =
  | "iso"
  | "yday"
  | "byear"
  | "jyear"
  | "decimalyear"
  | "jd"
  | "mjd"
  | "gps"
  | "unix"
  | "utime"
  | "tai_seconds"
  | "cxcsec"
  | "galexsec"
  | "unix_tai";
/**
 * The other formats supported by astropy.time:
 * https://docs.astropy.org/en/latest/time/index.html#time-format
 */
export type OtherFormat =
  "byear_str" | "datetime" | "fits" | "isot" | "jyear_str" | "plot_date" | "ymdhms" | "datetime64";
/**
 * Represents a SkyCoord object from astropy
 */
export type Skycoord = {
  /**
   * A string describing the kind of frame that is represented by this
   * SkyCoord object. This value is used when reconstructing SkyCoord.
   */
  frame?: string;
} & {
  frame: {} | null;
};
export type Profiles = TreeValue;

/**
 * A multi-dimensional collection of ExternalArrayReference objects to be loaded as FITS files.
 */
export type FileManager = {
  fileuris: TreeValue[] | string;
  target: number | string;
  datatype: string;
  shape: number[];
  subslice?: TreeValue;
  chunksize?: TreeValue[];
}
/**
 * A DKIST Level 1 Dataset object.
 *
 * The container for a distributed dataset object.
 */
export type Dataset = {
  data: FileManager;
  /**
   * The coordinate system for the complete dataset.
   */
  wcs: Wcs | Highlevelwcswrapper;
  mask?: NdArray;
  /**
   * Physical unit.
   *
   * This represents a physical unit, in [VOUnit syntax, Version 1.0](http://www.ivoa.net/documents/VOUnits/index.html).
   * Where units are not explicitly tagged, they are assumed to be in VOUnit syntax.
   */
  unit: Tagged;
  /**
   * Dataset metadata, describing the whole dataset.
   */
  meta?: {
    /**
     * A table of all the headers for the constituent files.
     */
    headers:
      | Table
      | {
          offset: number;
          size: number;
        };
    /**
     * A copy of the quality report of these observations.
     */
    quality?: TreeMap;
    /**
     * A copy of the inventory record for this dataset.
     */
    inventory: TreeMap;
    /**
     * A copy of the parameters used to generate this dataset.
     */
    parameters?: TreeMap | TreeValue[];
    /**
     * A copy of the observation input frames used to generate this dataset.
     */
    observation_input_frames?: TreeMap | TreeValue[];
    /**
     * A copy of the calibration input frames used to generate this dataset.
     */
    calibration_input_frames?: TreeMap | TreeValue[];
    /**
     * A copy of the recipe configurations used to generate this dataset.
     */
    recipe_run_config?: TreeMap;
  };
}
/**
 * A system for describing generalized world coordinate transformations.
 *
 * ASDF WCS is a way of specifying transformations (usually from detector space to world coordinate space and back) by using the transformations in the `transform-schema` module.
 */
export type Wcs = {
  /**
   * A descriptive name for this WCS.
   */
  name: string;
  /**
   * The optional shape of the data that the WCS applies to as an array
   * in ``(x, y)`` order (where for an image, ``x`` is the horizontal
   * coordinate and ``y`` is the vertical coordinate) or ``None`` if not
   * defined for this WCS.
   */
  pixel_shape?: null | TreeValue[];
  /**
   * A list of steps in the forward transformation from detector to
   * world coordinates.
   * The inverse transformation is determined automatically by
   * reversing this list, and inverting each of the individual
   * transforms according to the rules described in
   * [inverse](https://asdf-standard.readthedocs.io/en/latest/generated/stsci.edu/asdf/transform/transform-1.4.0.html#inverse).
   */
  steps: Step[];
}
/**
 * Describes a single step of a WCS transform pipeline.
 */
export type Step = {
  /**
   * The frame of the inputs to the transform.
   */
  frame: string | Frame;
  /**
   * The transform from this step to the next one.  The
   * last step in a WCS should not have a transform, but
   * exists only to describe the frames and units of the
   * final output axes.
   */
  transform?: Transform | null;
}
/**
 * The base class of all coordinate frames.
 *
 * These objects are designed to be nested in arbitrary ways to build up
 * transformation pipelines out of a number of low-level pieces.
 */
export type Frame = {
  /**
   * A user-friendly name for the frame.
   */
  name: string;
  /**
   * The order of the axes.
   */
  axes_order?: number[];
  /**
   * The name of each axis in this frame.
   */
  axes_names?: (string | null)[];
  /**
   * The reference frame.
   */
  reference_frame?: Baseframe;
  /**
   * Units for each axis.
   *
   * Items: Physical unit.
   *
   * This represents a physical unit, in [VOUnit syntax, Version 1.0](http://www.ivoa.net/documents/VOUnits/index.html).
   * Where units are not explicitly tagged, they are assumed to be in VOUnit syntax.
   */
  unit?: Tagged[];
  /**
   * An iterable of strings describing the physical type for each world axis.
   * These should be names from the VO UCD1+ controlled Vocabulary
   * (http://www.ivoa.net/documents/latest/UCDlist.html).
   */
  axis_physical_types?: string[];
}
/**
 * Represents a coordinate frame object from astropy
 *
 * This schema is designed to be extended by other schemas to restrict the
 * allowable frame_attributes.
 */
export type Baseframe = {
  /**
   * The representation object holding any data associated with the frame.
   */
  data?: Representation;
  /**
   * Attributes on the coordinate frame.
   */
  frame_attributes: TreeMap;
}
/**
 * Representation of points or differentials in two or three dimensional space.
 *
 * Representation of points or differentials in two or three dimensional space.
 */
export type Representation = {
  type:
    | "CartesianRepresentation"
    | "SphericalRepresentation"
    | "UnitSphericalRepresentation"
    | "RadialRepresentation"
    | "PhysicsSphericalRepresentation"
    | "CylindricalRepresentation"
    | "CartesianDifferential"
    | "SphericalDifferential"
    | "UnitSphericalCosLatDifferential"
    | "UnitSphericalDifferential"
    | "SphericalCosLatDifferential"
    | "RadialDifferential"
    | "PhysicsSphericalDifferential"
    | "CylindricalDifferential";
  components:
    | {
        x?: Quantity;
        y?: Quantity;
        z?: Quantity;
      }
    | {
        lat?: Latitude;
        lon?: Longitude;
        distance?: Quantity;
      }
    | {
        lat?: Latitude;
        lon?: Longitude;
      }
    | {
        distance?: Quantity;
      }
    | {
        phi?: Angle;
        theta?: Angle;
        r?: Quantity;
      }
    | {
        rho?: Quantity;
        phi?: Angle;
        z?: Quantity;
      }
    | {
        d_x?: Quantity;
        d_y?: Quantity;
        d_z?: Quantity;
      }
    | {
        d_lon?: Quantity;
        d_lat?: Quantity;
        d_distance?: Quantity;
      }
    | {
        d_lon_coslat?: Quantity;
        d_lat?: Quantity;
      }
    | {
        d_lon?: Quantity;
        d_lat?: Quantity;
      }
    | {
        d_lon_coslat?: Quantity;
        d_lat?: Quantity;
        d_distance?: Quantity;
      }
    | {
        d_phi?: Quantity;
        d_theta?: Quantity;
        d_r?: Quantity;
      }
    | {
        d_distance?: Quantity;
      }
    | {
        d_rho?: Quantity;
        d_phi?: Quantity;
        d_z?: Quantity;
      };
}
/**
 * Represents a Quantity object from astropy
 *
 * A Quantity object represents a value that has some unit
 * associated with the number.
 */
export type Quantity = {
  /**
   * A vector of one or more values
   */
  value: number | NdArray;
  /**
   * The unit corresponding to the values
   */
  unit: QuantityUnit;
  /**
   * The datatype for scalar quantities
   */
  datatype?: ScalarDatatype;
}
/**
 * Represents latitude-like angles.
 *
 * Represents latitude-like angle(s) which must be in the range -90 to +90 deg.
 */
export type Latitude = {
  /**
   * A vector of one or more values
   */
  value: number | NdArray;
  /**
   * The unit corresponding to the values
   */
  unit: Tagged;
}
/**
 * Represents longitude-like angles.
 *
 * Longitude-like angle(s) which are wrapped within a contiguous 360 degree range.
 */
export type Longitude = {
  /**
   * A vector of one or more values
   */
  value: number | NdArray;
  /**
   * The unit corresponding to the values
   */
  unit: Tagged;
  /**
   * Angle at which to wrap back to ``wrap_angle - 360 deg``.
   */
  wrap_angle: Angle;
}
/**
 * Represents an Angle.
 *
 * This object represents a subtype of Quantity which has units equivalent to radians or degrees.
 */
export type Angle = {
  /**
   * A vector of one or more values
   */
  value: number | NdArray;
  /**
   * The unit corresponding to the values
   */
  unit: Tagged;
}
/**
 * A generic type used to mark where other transforms are accepted.
 *
 * These objects are designed to be nested in arbitrary ways to build up transformation pipelines out of a number of low-level pieces.
 */
export type Transform = {
  /**
   * A user-friendly name for the transform, to give it extra
   * meaning.
   */
  name?: string;
  /**
   * Explicitly sets the inverse transform of this transform.
   *
   * If the transform has a direct analytic inverse, this
   * property is usually not necessary, as the ASDF-reading tool
   * can provide it automatically.
   */
  inverse?: TransformTransform;
  /**
   * The names of the model's evaluation input variables.
   */
  inputs?: string[];
  /**
   * The names of the model's evaluation output variables.
   */
  outputs?: string[];
  /**
   * Bounding box for model the transform
   */
  bounding_box?: Interval | Interval[] | BoundingBox | CompoundBoundingBox;
  /**
   * The parameters which are fixed when fitting the transform to data.
   */
  fixed?: {
    [k: string]: boolean;
  };
  /**
   * The parameters which are bounded when fitting the transform to data.
   */
  bounds?: {
    [k: string]: [number | null, number | null];
  };
  /**
   * The units that are accepted for inputs to be converted into.
   */
  input_units_equivalencies?: {
    [k: string]: Equivalency;
  };
}
/**
 * A generic type used to mark where other transforms are accepted.
 *
 * These objects are designed to be nested in arbitrary ways to build up transformation pipelines out of a number of low-level pieces.
 */
export type TransformTransform = {
  /**
   * A user-friendly name for the transform, to give it extra
   * meaning.
   */
  name?: string;
  /**
   * Explicitly sets the inverse transform of this transform.
   *
   * If the transform has a direct analytic inverse, this
   * property is usually not necessary, as the ASDF-reading tool
   * can provide it automatically.
   */
  inverse?: TransformTransform;
  /**
   * The names of the model's evaluation input variables.
   */
  inputs?: string[];
  /**
   * The names of the model's evaluation output variables.
   */
  outputs?: string[];
  /**
   * Bounding box for model the transform
   */
  bounding_box?: Interval | Interval[] | BoundingBox | CompoundBoundingBox;
  /**
   * The parameters which are fixed when fitting the transform to data.
   */
  fixed?: {
    [k: string]: boolean;
  };
  /**
   * The parameters which are bounded when fitting the transform to data.
   */
  bounds?: {
    [k: string]: [number | null, number | null];
  };
  /**
   * The units that are accepted for inputs to be converted into.
   */
  input_units_equivalencies?: {
    [k: string]: Equivalency;
  };
}
/**
 * Bounding box for a model.
 *
 * This object contains the bounding box for a model, which defines
 * the domain of valid inputs to the model. The bounds for each input
 * is are listed as a map under the interval keyword as ordered pairs of
 * lower/upper bounds with key being the input name. If any model inputs
 * are to be ignored by the bounding box then they need to be listed under
 * the ignore keyword. Finally, the tuple representation's input ordering
 * can be listed under the order keyword, C for C-ordering, F for Fortran
 * ordering.
 */
export type BoundingBox = {
  intervals: {
    [k: string]: BoundingBoxInterval;
  };
  ignore?: string[];
  order?: Order;
}
/**
 * Compound bounding box for a model.
 *
 * This object contains a compound bounding box for a model, which defines
 * a set of input-selectable bounding boxes. It consists of a list of selector_args
 * together with a list of input-key bounding box pairs. The selector
 * args are an ordered list of model inputs with an indication of whether
 * or not to ignore the input in the bounding box selected. The key for
 * each bounding box entry corresponds to the values of the selector args
 * (in the order listed) which will select the accompanying bounding box.
 */
export type CompoundBoundingBox = {
  selector_args: SelectorArgs;
  cbbox: Cbbox;
  ignore?: string[];
  order?: CompoundBoundingBoxOrder;
}
/**
 * This object contains the description of a single selector argument.
 */
export type SelectorArg = {
  argument: string;
  ignore: boolean;
}
/**
 * This object contains a single input-bounding_box entry for a
 * compound_bounding_box. Note that each key must have the same
 * number of items as the selector arguments. Moreover, each value
 * for a key is the actual input value for the model, not the name
 * of the input
 */
export type CbboxEntry = {
  key: number[];
  bbox: BoundingBox;
}
export type EquivalencyEquivalency = {
  name?: string;
  kwargs_names?: string[];
  kwargs_values?: (Quantity | number | null)[];
}
/**
 * Represents a HighLevelWCSWrapper object
 *
 * Wrapper class that can take any astropy.wcs.wcsapi.BaseLowLevelWCS object and expose the high-level WCS API.
 */
export type Highlevelwcswrapper = {
  wcs: TreeValue;
}
/**
 * A table.
 *
 * A table is represented as a list of columns, where each entry is a
 * [column](https://asdf-standard.readthedocs.io/en/latest/generated/stsci.edu/asdf/table/column-1.1.0.html)
 * object, containing the data and some additional information.
 *
 * The data itself may be stored inline as text, or in binary in either
 * row- or column-major order by use of the `strides` property on the
 * individual column arrays.
 *
 * Each column in the table must have the same first (slowest moving)
 * dimension.
 */
export type Table = {
  /**
   * A list of columns in the table.
   */
  columns: (Column | NdArray | Time | Quantity | Skycoord | Earthlocation | Timedelta | Ndarraymixin)[];
  /**
   * A list containing the names of the columns in the table (in order).
   */
  colnames: string[];
  /**
   * A flag indicating whether or not the serialized type was a QTable
   */
  qtable?: boolean;
  /**
   * Additional free-form metadata about the table.
   */
  meta?: TreeMap;
}
/**
 * A column in a table.
 *
 * Each column contains a name and an array of data, and an optional description
 * and unit.
 */
export type Column = {
  /**
   * The name of the column.  Each name in a
   * [table](http://stsci.edu/schemas/asdf/table/table-1.2.0) must be
   * unique.
   */
  name: string;
  /**
   * The array data for the column.
   */
  data: NdArray;
  /**
   * An optional description of the column.
   */
  description?: string;
  /**
   * An optional unit for the column.
   */
  unit?: QuantityUnit;
  /**
   * Additional free-form metadata about the column.
   */
  meta?: TreeMap;
}
/**
 * Represents EarthLocation objects from astropy.
 *
 * Location on the Earth.
 */
export type Earthlocation = {
  /**
   * X component of location in geocentric representation
   */
  x: Quantity;
  /**
   * Y component of location in geocentric representation
   */
  y: Quantity;
  /**
   * Z component of location in geocentric representation
   */
  z: Quantity;
  /**
   * Reference ellipsoid that is used when representing geodetic coordinates.
   */
  ellipsoid?: "WGS84" | "GRS80" | "WGS72";
}
/**
 * Represents an instance of TimeDelta from astropy
 *
 * Represents the time difference between two times.
 */
export type Timedelta = {
  /**
   * Value representing first 64 bits of precision
   */
  jd1: number | NdArray;
  /**
   * Value representing second 64 bits of precision
   */
  jd2: number | NdArray;
  /**
   * Format of time value representation.
   */
  format: string;
  /**
   * Time scale of input value(s).
   */
  scale?: "tdb" | "tt" | "ut1" | "tcg" | "tcb" | "tai" | "local";
}
/**
 * title: NdarrayMixin column.
 *
 * Represents an astropy.table.NdarrayMixin instance.
 */
export type Ndarraymixin = {
  array: NdArray;
}
/**
 * A DKIST Tiled Dataset object.
 *
 * The container for a set of Dataset objects.
 */
export type TiledDataset = {
  /**
   * A nested structure of Dataset objects
   */
  datasets: TreeValue[];
  /**
   * Dataset metadata, describing the whole dataset.
   */
  meta: {
    /**
     * A copy of the quality report of these observations.
     */
    quality?: TreeMap;
    /**
     * A copy of the inventory record for this dataset.
     */
    inventory: TreeMap;
    /**
     * A table of all the headers for the constituent files.
     */
    headers: Table;
  };
  /**
   * A mask to indicate if invalid or missing Datasets should be ignored.
   */
  mask: NdArray<"bool8">;
}
/**
 * Represents a DKIST Level 2 inversion
 */
export type Inversion = {
  /**
   * Inversion metadata.
   */
  meta: {
    /**
     * A table of all the headers for the constituent files.
     */
    headers: Table;
    /**
     * A copy of the inventory record for this dataset.
     */
    inventory: TreeMap;
  };
  quantities: TreeValue;
  profiles?: TreeValue;
}
