/** Types of the trees of ASDF files. Written by `asdf-wasm types`: changes of this file are lost when it is written again. */

import type { NdArray, Tagged, TreeMap, TreeValue } from "asdf-wasm";

/**
 * Guide Window Common Metadata
 */
export type GuidewindowCommon = Basic & {
  /**
   * FGS Guiding Modes
   *
   * List of unique FGS guiding modes used during the guide window exposure.
   */
  fgs_modes_used: (
    | "NOT_CONFIGURED"
    | "STANDBY"
    | "WIM_ACQ_VW"
    | "WIM_ACQ_NA"
    | "WIM_TRK"
    | "WIM_TRK_S"
    | "WSM_ACQ_HC"
    | "WSM_ACQ_VC"
    | "WSM_TRK"
    | "WIM_DFC"
  )[];
  /**
   * Guide Star Acquisition Number
   *
   * Guide star acquisition number (1-9) for the guide window exposure.
   */
  guide_star_acq_num: number;
  /**
   * Guide Window Acquisition Start Time
   *
   * The UTC time for the start of attempted acquisition of guiding
   * for the guide star acquisition cycle contained in this file.
   */
  t_start: Time;
  /**
   * Guide Window Acquisition End Time
   *
   * The UTC time for the end of the guide star acquisition cycle
   * contained in this file.
   */
  t_stop: Time;
  /**
   * Guide Window Identifier
   *
   * A unique identification number of the guide window.
   * This identifier combines the visit identifier and guide star
   * acquisition number, and is set in the visit information uplinked
   * to the observatory. As the number may be zero-padded, this value
   * is saved as a string. See technical report Roman-STScI-000193
   * "Roman Programmatic Data Identification" for more information.
   */
  guide_window_id: string;
};
/**
 * File Creation Date
 *
 * The date and time this file was created.
 */
export type FileDate = Time;
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
/**
 * Institution / Organization Name
 *
 * The name of the institution or organization
 * responsible for creating this file.
 */
export type Origin = "STSCI" | "STSCI/SOC" | "IPAC/SSC";
/**
 * Optical Element
 *
 * Name of the filter element used. See the RDox Optical Element page for more
 * details on available optical elements and their properties.
 */
export type WfiOpticalElement =
  | "F062"
  | "F087"
  | "F106"
  | "F129"
  | "F146"
  | "F158"
  | "F184"
  | "F213"
  | "GRISM"
  | "PRISM"
  | "DARK"
  | "NOT_CONFIGURED";
export type RomanL1FaceGuidewindow = Asdf & {
  roman: L1FaceGuidewindow;
};
/**
 * WFI Detector Name
 */
export type WfiDetector =
  | "WFI01"
  | "WFI02"
  | "WFI03"
  | "WFI04"
  | "WFI05"
  | "WFI06"
  | "WFI07"
  | "WFI08"
  | "WFI09"
  | "WFI10"
  | "WFI11"
  | "WFI12"
  | "WFI13"
  | "WFI14"
  | "WFI15"
  | "WFI16"
  | "WFI17"
  | "WFI18";
export type RomanL1DetectorGuidewindow = Asdf & {
  roman: L1DetectorGuidewindow;
};
/**
 * Common metadata properties
 */
export type Common = Basic & {
  coordinates: Coordinates;
  ephemeris: Ephemeris;
  exposure: Exposure;
  guide_star: Guidestar;
  instrument: WfiMode;
  observation: Observation;
  pointing: Pointing;
  program: Program;
  ref_file: RefFile;
  rcs: Rcs;
  velocity_aberration: VelocityAberration;
  visit: Visit;
  wcsinfo: Wcsinfo;
};
/**
 * Exposure Type
 *
 * The type of the exposure. Wide Field Instrument (WFI)
 * imaging mode observations have type WFI_IMAGE, while the
 * spectroscopic mode may be either WFI_GRISM or WFI_PRISM
 * depending on the selected optical element. Other values are
 * related to either internal calibration or engineering
 * observations.
 */
export type ExposureType =
  "WFI_IMAGE" | "WFI_SPECTRAL" | "WFI_IM_DARK" | "WFI_SP_DARK" | "WFI_FLAT" | "WFI_LOLO" | "WFI_WFSC";
/**
 * Calibration Step Flag
 *
 * The flag used to indicate the status of a calibration step.
 */
export type CalStepFlag = "INCOMPLETE" | "N/A" | "COMPLETE" | "FAILED" | "SKIPPED";
export type RomanRamp = Asdf & {
  roman: Ramp;
};
export type RomanScienceRaw = Asdf & {
  roman: WfiScienceRaw;
};
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
export type RomanImage = Asdf & {
  roman: WfiImage;
};
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
export type RomanMosaic = Asdf & {
  roman: WfiMosaic;
};
export type RomanWfiWcs = Asdf & {
  roman: WfiWcs;
};
export type RomanAbvegaoffsetRef = Asdf & {
  roman: Abvegaoffset;
};
export type RomanApcorrRef = Asdf & {
  roman: Apcorr;
};
export type RomanDarkRef = Asdf & {
  roman: Dark;
};
export type RomanDetectorstatusRef = Asdf & {
  roman: Detectorstatus;
};
export type RomanDarkdecaysignalRef = Asdf & {
  roman: Darkdecaysignal;
};
export type RomanDistortionRef = Asdf & {
  roman: Distortion;
};
export type RomanEpsfRef = Asdf & {
  roman: Epsf;
};
export type RomanEtcRef = Asdf & {
  roman: Etc;
};
export type RomanFlatRef = Asdf & {
  roman: Flat;
};
export type RomanGainRef = Asdf & {
  roman: Gain;
};
export type RomanIntegralnonlinearityRef = Asdf & {
  roman: Integralnonlinearity;
};
export type RomanInverselinearityRef = Asdf & {
  roman: Inverselinearity;
};
export type RomanIpcRef = Asdf & {
  roman: Ipc;
};
export type RomanLinearityRef = Asdf & {
  roman: Linearity;
};
export type RomanMaskRef = Asdf & {
  roman: Mask;
};
export type RomanPixelareaRef = Asdf & {
  roman: Pixelarea;
};
export type RomanReadnoiseRef = Asdf & {
  roman: Readnoise;
};
export type RomanRefpixRef = Asdf & {
  roman: Refpix;
};
export type RomanSaturationRef = Asdf & {
  roman: Saturation;
};
export type RomanSuperbiasRef = Asdf & {
  roman: Superbias;
};
export type RomanWfiImgPhotomRef = Asdf & {
  roman: WfiImgPhotom;
};
export type RomanSkycellsRef = Asdf & {
  roman: Skycells;
};
export type RomanMATableRef = Asdf & {
  roman: Matable;
};
export type RomanBamRef = Asdf & {
  roman: Bam;
};
/**
 * Common Level 2 Catalog Metadata
 */
export type L2CatalogCommon = Basic & {
  coordinates: Coordinates;
  exposure: Exposure;
  image?: CatalogImage;
  instrument: WfiMode;
  observation: Observation;
  photometry: Photometry;
  pointing: Pointing;
  program: Program;
  ref_file: RefFile;
  visit: Visit;
  wcsinfo: Wcsinfo;
};
export type RomanImageSourceCatalog = Asdf & {
  roman: ImageSourceCatalog;
};
export type RomanSegmentationMap = Asdf & {
  roman: SegmentationMap;
};
/**
 * Common Level 3 Catalog Metadata
 */
export type L3CatalogCommon = L3Common & {
  image?: CatalogImage;
  wcsinfo?: L3Wcsinfo;
} & {
  coordinates: {} | null;
  coadd_info: {} | null;
  image: {} | null;
  instrument: {} | null;
  observation: {} | null;
  program: {} | null;
  wcsinfo: {} | null;
};
export type RomanMosaicSourceCatalog = Asdf & {
  roman: MosaicSourceCatalog;
};
export type MultibandSourceCatalogMeta = L3CatalogCommon & {
  image_metas: L3Common[];
  /**
   * PSF-matched photometric filter
   *
   * Reference band used to compute PSF-matched photometry.
   */
  psf_match_reference_filter: WfiOpticalElement;
};
export type RomanMultibandSourceCatalog = Asdf & {
  roman: MultibandSourceCatalog;
};
export type RomanMosaicSegmentationMap = Asdf & {
  roman: MosaicSegmentationMap;
};
export type RomanMultibandSegmentationMap = Asdf & {
  roman: MultibandSegmentationMap;
};
export type RomanForcedImageSourceCatalog = Asdf & {
  roman: ForcedImageSourceCatalog;
};
export type RomanTimeDomainSourceCatalog = Asdf & {
  roman: TimeDomainSourceCatalog;
};
export type RomanForcedMosaicSourceCatalog = Asdf & {
  roman: ForcedMosaicSourceCatalog;
};
export type RomanMsosStack = Asdf & {
  roman: MsosStack;
};

/**
 * Level 1 FACE Guide Star Window Information schema
 */
export type L1FaceGuidewindow = {
  meta: GuidewindowCommon & {
    /**
     * Wide Field Instrument (WFI) Optical Element
     *
     * Optical element used during the exposure.
     */
    optical_element: WfiOpticalElement;
    /**
     * Used MA Table IDs
     *
     * List of unique IDs for the guide window MA table used for this guide star.
     * IDs combine a "GW" prefix with a 4-digit zero-padded identifying integer.
     * The order matches that of 'fgs_modes_used'.
     */
    ma_table_ids_used: string[];
    /**
     * Guide Window Cycles per Science Read Used
     *
     * List of the number of guide window pedestal and signal pairs per full frame read.
     * The order matches that of 'fgs_modes_used'.
     */
    gw_cycles_per_sci_read_used: number[];
    /**
     * Detector Guide Window Files
     *
     * Dictionary of the detector specific guide window files that were used in the
     * attitude corrections listed within this file. All 18 detector names are the keys
     * (e.g. WFI03, WFI11) and the values are either the string filename or None if no
     * guide window data is available for that detector.
     */
    detector_gw_files: null | TreeMap;
    /**
     * Detector Acquisition Guide Window Operation Mode
     *
     * Dictionary of strings denoting how each detector guide window was expected to
     * be used for during the acquisition phase:
     *   DET_FIXED - The guide window does not move from the defined location,
     *     e.g., for calibrations.
     *   GUIDE - the guide star is in the guide window.
     *   NOT_USED - then the guide window location is not used for guiding, i.e.,
     *     the detector is offline or not available.
     *   SKY_FIXED the guide window follows the pattern relative to the other
     *     guide windows.
     */
    expected_gw_acquisitions: TreeMap;
    /**
     * Detector Tacking Guide Window Operation Mode
     *
     * Dictionary of strings denoting how each detector guide window was expected to
     * be used for during the tracking phase:
     *   DET_FIXED - The guide window does not move from the defined location,
     *     e.g., for calibrations.
     *   GUIDE - the guide star is in the guide window.
     *   NOT_USED - then the guide window location is not used for guiding, i.e.,
     *     the detector is offline or not available.
     *   SKY_FIXED the guide window follows the pattern relative to the other
     *     guide windows.
     */
    expected_gw_tracking: TreeMap;
    /**
     * Guiding Spectral Edge
     *
     * Spectral edge used for guiding with the prism or grism, for example "red" or "blue".
     */
    wsm_edge_used?: string;
  };
  face_data: {
    /**
     * Best Fit F1 Axis Rotation
     *
     * 1D array of the best fit rotation about the F1 axis in radians.
     *
     * Unit: rad
     */
    delta: NdArray<"float32">;
    /**
     * Best 2 DOF Fit F1 Axis Rotation
     *
     * 1D array of the best fit rotation about the F1 axis for a 2 degree
     * of freedom solution in radians.
     *
     * Unit: rad
     */
    delta2: NdArray<"float32">;
    /**
     * Best Fit F2 Axis Rotation
     *
     * 1D array of the best fit rotation about the F2 axis in radians.
     *
     * Unit: rad
     */
    epsilon: NdArray<"float32">;
    /**
     * Best 2 DOF Fit F2 Axis Rotation
     *
     * 1D array of the best fit rotation about the F2 axis for a 2 degree
     * of freedom solution in radians.
     *
     * Unit: rad
     */
    epsilon2: NdArray<"float32">;
    /**
     * Best Fit F3 Axis Rotation
     *
     * 1D array of the best fit rotation about the F3 axis in radians.
     *
     * Unit: rad
     */
    zeta: NdArray<"float32">;
    /**
     * Delta Variance
     *
     * 1D array of the theoretical estimate of the variance in delta.
     */
    delta_var: NdArray<"float32">;
    /**
     * Epsilon Variance
     *
     * 1D array of the theoretical estimate of the variance in epsilon.
     */
    epsilon_var: NdArray<"float32">;
    /**
     * Zeta Variance
     *
     * 1D array of the theoretical estimate of the variance in zeta.
     */
    zeta_var: NdArray<"float32">;
    /**
     * FGS Horizontal Variance
     *
     * 1D array of the horizontal residuals variance during the FGS attitude
     * error estimate.
     */
    horizontal_variance: NdArray<"float32">;
    /**
     * FGS Vertical Variance
     *
     * 1D array of the vertical residuals variance during the FGS attitude
     * error estimate.
     */
    vertical_variance: NdArray<"float32">;
    /**
     * Number of FGS Stars
     *
     * 1D array containing the number of stars used for FGS attitude error estimate.
     */
    num_stars_used: NdArray<"uint8">;
    /**
     * Number of Centroid Cycles
     *
     * 1D array containing the number of cycles of centroid residual sigma editing
     * that were performed.
     */
    num_centroid_cycles: NdArray<"uint8">;
    /**
     * Quality Flag for Attitude Estimate
     *
     * 1D array containing the estimate for the quality of the FGS attitude error
     * estimate. Possible values include:
     *   "AQ_DOF_3": Good Quality, 3 Degrees of Freedom
     *   "AQ_DOF_2": Good Quality, 2 Degrees of Freedom
     *   "AQ_DOF_1": Good Quality, 1 Degree of Freedom
     *   "AQ_DEFAULT_BAD": Bad Quality
     *   "AQ_TOO_FEW_STARS": Too Few Stars
     *   "AQ_FAILED_IN_PHASE_TRANSITION": Failed in Phase Transition
     *   "AQ_VIRTUAL_WINDOWING_BAD": Bad Virtual Windowing
     */
    attitude_estimate_quality: NdArray;
    /**
     * Centroid Times
     *
     * 1D array of times associated with the centroids used in the FACE calculation.
     * The centroid times should lie between the pedestal and signal resultant times.
     */
    centroid_times: Time[];
    /**
     * FGS Guiding Modes
     *
     * 1D array of string operational phases used for each FACE calculation.
     * These strings can be used to distinguish the different phases of the guide star cycle.
     */
    fgs_op_phase: (
      | "NOT_CONFIGURED"
      | "STANDBY"
      | "WIM_ACQ_VW"
      | "WIM_ACQ_NA"
      | "WIM_TRK"
      | "WIM_TRK_S"
      | "WSM_ACQ_HC"
      | "WSM_ACQ_VC"
      | "WSM_TRK"
      | "WIM_DFC"
    )[];
  };
}
/**
 * Basic Information
 */
export type Basic = {
  /**
   * Calibration Software Name
   *
   * Name of the calibration software package used in
   * processing this file.
   */
  calibration_software_name: string;
  /**
   * Calibration Software Version Number
   *
   * The version number of the calibration software used in processing this
   * file.
   */
  calibration_software_version: string;
  /**
   * Product Type Descriptor
   *
   * A descriptor for the type of data contained within the
   * file. This corresponds to the standard file suffixes for
   * archival data products. Consult the documentation for the list
   * of options.
   */
  product_type: string;
  /**
   * File Name
   *
   * The auto-generated name of this file.
   */
  filename: string;
  file_date: FileDate;
  /**
   * Data Model Type
   *
   * The type of data model contained within this file.
   */
  model_type: string;
  origin: Origin;
  /**
   * SOC PRD Version Number
   *
   * The version number of the Science Operations Center
   * (SOC) Project Reference Database (PRD) used in generating this
   * file.
   */
  prd_version: string;
  /**
   * SDF Version Number
   *
   * The version number of the Science Operations Center
   * (SOC) Science Data Formatting (SDF) software used in generating
   * this file.
   */
  sdf_software_version: string;
  /**
   * Telescope Name
   *
   * The name of the telescope used to acquire the data.
   */
  telescope: "ROMAN";
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
 * Top-level schema for every ASDF file.
 *
 * This schema contains the top-level attributes for every ASDF file.
 */
export type Asdf = {
  /**
   * Describes the ASDF library that produced the file.
   */
  asdf_library?: Software;
  /**
   * A log of transformations that have happened to the file.  May
   * include such things as data collection, data calibration
   * pipelines, data analysis etc.
   */
  history?: HistoryEntry[] | History;
}
/**
 * Describes a software package.
 *
 * General-purpose description of a software package.
 */
export type Software = {
  /**
   * The name of the application or library.
   */
  name: string;
  /**
   * The author (or institution) that produced the software package.
   */
  author?: string;
  /**
   * A URI to the homepage of the software.
   */
  homepage?: string;
  /**
   * The version of the software used.  It is recommended, but not
   * required, that this follows the (Semantic Versioning
   * Specification)[http://semver.org/spec/v2.0.0.html].
   */
  version: string;
}
/**
 * An entry in the file history.
 *
 * A record of an operation that has been performed
 * upon a file.
 */
export type HistoryEntry = {
  /**
   * A description of the transformation performed.
   */
  description: string;
  /**
   * A timestamp for the operation, in UTC.
   */
  time?: string | Tagged;
  /**
   * One or more descriptions of the software that performed the
   * operation.
   */
  software?: Software | Software[];
}
export type History = {
  extensions?: ExtensionMetadata[];
  entries?: HistoryEntry[];
}
/**
 * Metadata about specific ASDF extensions that were used to create this file.
 *
 * Metadata about specific ASDF extensions that were used to create this file.
 */
export type ExtensionMetadata = {
  /**
   * The fully-specified name of the extension class.
   */
  extension_class: string;
  /**
   * The name and version of the package that contains the extension.
   */
  package?: Software;
}
/**
 * Level 1 Detector Guide Star Window Information
 */
export type L1DetectorGuidewindow = {
  meta: GuidewindowCommon & {
    instrument: WfiMode;
    /**
     * Acquisition MA table ID
     *
     * Unique ID for the guide window MA table used during acquisition.
     */
    acq_ma_table_id: string;
    /**
     * Acquisition Cycles per Read
     *
     * Number of guide window pedestal and signal pairs per full frame read
     * during acquisition.
     */
    acq_gw_cycles_per_sci_read: number;
    /**
     * Acquisition Pedestal Effective Exposure Time
     *
     * Effective exposure time for each acquisition pedestal guide window
     * resultant in seconds.
     */
    acq_pedestal_resultant_exp_time: number;
    /**
     * Acquisition Signal Effective Exposure Time
     *
     * Effective exposure time for each acquisition signal guide window
     * resultant in seconds.
     */
    acq_signal_resultant_exp_time: number;
    /**
     * Track MA table ID
     *
     * Unique ID for the guide window MA table used during tracking.
     */
    track_ma_table_id: string;
    /**
     * Track Cycles per Read
     *
     * Number of guide window pedestal and signal pairs per full frame
     * read during tracking.
     */
    track_gw_cycles_per_sci_read: number;
    /**
     * Track Pedestal Effective Exposure Time
     *
     * Effective exposure time for each tracking pedestal guide window
     * resultant in seconds.
     */
    track_pedestal_resultant_exp_time: number;
    /**
     * Track Signal Effective Exposure Time
     *
     * Effective exposure time for each tracking signal guide window
     * resultant in seconds.
     */
    track_signal_resultant_exp_time: number;
    /**
     * Averaged FACE Filename
     *
     * Filename of the guide window L1 file containing the averaged
     * FACE fitting data for this GW exposure ID.
     */
    avg_face_filename: string;
    /**
     * Edge Acquisition MA table ID
     *
     * Unique ID for the guide window MA table used during edge acquisition.
     */
    edge_acq_ma_table_id?: string;
    /**
     * Edge Acquisition Cycles per Read
     *
     * Number of guide window pedestal and signal pairs per full frame read
     * during edge acquisition.
     */
    edge_acq_gw_cycles_per_sci_read?: number;
    /**
     * Edge Acquisition Pedestal Effective Exposure Time
     *
     * Effective exposure time for each edge acquisition pedestal
     * guide window resultant in seconds.
     */
    edge_acq_pedestal_resultant_exp_time?: number;
    /**
     * Edge Acquisition Signal Effective Exposure Time
     *
     * Effective exposure time for each edge acquisition signal guide window
     * resultant in seconds.
     */
    edge_acq_signal_resultant_exp_time?: number;
    /**
     * Guiding Spectral Edge
     *
     * Spectral edge used for guiding with the prism or grism, for example "red" or "blue".
     */
    wsm_edge_used?: string;
    guide_window: {
      /**
       * Minimum Acquisition X Coord
       *
       * Minimal x science coordinate used in the acquisition guide window resultants.
       */
      min_acq_xstart: number;
      /**
       * Minimum Acquisition Y Coord
       *
       * Minimal y science coordinate used in the acquisition guide window resultants.
       */
      min_acq_ystart: number;
      /**
       * Maximum Acquisition X Coord
       *
       * Maximal x science coordinate used in the acquisition guide window resultants.
       */
      max_acq_xstop: number;
      /**
       * Maximum Acquisition Y Coord
       *
       * Maximal y science coordinate used in the acquisition guide window resultants.
       */
      max_acq_ystop: number;
      /**
       * Acquisition X Size
       *
       * Size in the x direction of the acquisition guide window.
       */
      acq_xsize: number;
      /**
       * Acquisition Y Size
       *
       * Size in the y direction of the acquisition guide window.
       */
      acq_ysize: number;
      /**
       * Minimum Acquisition X Coord
       *
       * Minimal x science coordinate used in the track guide window resultants.
       */
      min_track_xstart: number;
      /**
       * Minimum Acquisition Y Coord
       *
       * Minimal y science coordinate used in the track guide window resultants.
       */
      min_track_ystart: number;
      /**
       * Maximum Acquisition X Coord
       *
       * Maximal x science coordinate used in the track guide window resultants.
       */
      max_track_xstop: number;
      /**
       * Maximum Acquisition Y Coord
       *
       * Maximal y science coordinate used in the track guide window resultants.
       */
      max_track_ystop: number;
      /**
       * Acquisition X Size
       *
       * Size in the x direction of the track guide window.
       */
      track_xsize: number;
      /**
       * Acquisition Y Size
       *
       * Size in the y direction of the track guide window.
       */
      track_ysize: number;
      /**
       * Minimum Edge Acquisition X Coord
       *
       * Minimal x science coordinate used in the edge acquisition guide window resultants.
       */
      min_edge_acq_xstart?: number;
      /**
       * Minimum Edge Acquisition Y Coord
       *
       * Minimal y science coordinate used in the edge acquisition guide window resultants.
       */
      min_edge_acq_ystart?: number;
      /**
       * Maximum Edge Acquisition X Coord
       *
       * Maximal x science coordinate used in the acquisition guide window resultants.
       */
      max_edge_acq_xstop?: number;
      /**
       * Maximum Edge Acquisition Y Coord
       *
       * Maximal y science coordinate used in the edge acquisition guide window resultants.
       */
      max_edge_acq_ystop?: number;
      /**
       * Edge Acquisition X Size
       *
       * Size in the x direction of the edge acquisition guide window.
       */
      edge_acq_xsize?: number;
      /**
       * Edge Acquisition Y Size
       *
       * Size in the y direction of the edge acquisition guide window.
       */
      edge_acq_ysize?: number;
    };
    guide_star: {
      /**
       * Guide Star Catalog ID
       *
       * 10 character, base 36 number identifying celestial objects included
       * in Guide Star Catalog II; e.g., N5R2005564 and S7ZD014640.
       */
      gsc_id: string;
      /**
       * Right Ascension (deg)
       *
       * Right Ascension of the star corrected for proper motion to the
       * start of the scheduled time span of the visit in degrees.
       */
      predicted_ra: number;
      /**
       * Declination (deg)
       *
       * Declination of the star corrected for proper motion to the start
       * of the scheduled time span of the visit in degrees.
       */
      predicted_dec: number;
      /**
       * Gaia Parallax
       *
       * Parallax as measured by Gaia DR 3 and reported in the Guide Star Catalog.
       */
      gaia_parallax: number;
      /**
       * Proper Motion Right Ascension
       *
       * Right ascension component of star's proper motion from the
       * Guide Star Catalog in arcseconds/year.
       */
      ra_pm: number;
      /**
       * Proper Motion Declination
       *
       * Declination component of star's proper motion from the
       * Guide Star Catalog in arcseconds/year.
       */
      dec_pm: number;
      /**
       * Expected FGS Magnitude
       *
       * Expected FGS magnitude for the guide star in the detector.
       */
      predicted_fgs_mag: number;
      /**
       * Brightest Expected FGS Magnitude
       *
       * Brightest expected FGS magnitude for the guide star in the detector.
       */
      predicted_fgs_bright_mag: number;
      /**
       * Faintest Expected FGS Magnitude
       *
       * Faintest expected FGS magnitude for the guide star in the detector.
       */
      predicted_fgs_faint_mag: number;
      /**
       * Expected Count Rate
       *
       * Expected count rate of the guide star in the detector.
       */
      predicted_count_rate: number;
      /**
       * Expected X Coord
       *
       * Expected x coordinate in the science coordinate system.
       */
      predicted_x: number;
      /**
       * Expected Y Coord
       *
       * Expected y coordinate in the science coordinate system.
       */
      predicted_y: number;
      /**
       * Pseudo Star Flag
       *
       * Set to Y when a pseudo star is used instead of a real star from the
       * Guide Star Catalog. Set to N for a real star.
       */
      pseudo_star_flag: "Y" | "N";
    };
  };
  /**
   * Guide Window Amplifier 33 Reference Pixel Information
   *
   * Guide Window Amplifier 33 Reference Pixel Information
   */
  amp33: {
    /**
     * Pedestal Track Amplifier 33 Readouts (DN)
     *
     * 3D array containing the 33rd amplifier readouts (e.g. reference pixels) during
     * tracking pedestal resultants.
     *
     * Unit: DN
     */
    amp33_track_pedestals?: NdArray<"uint16">;
    /**
     * Signal Track Amplifier 33 Readouts (DN)
     *
     * 3D array containing the 33rd amplifier readouts (e.g. reference pixels) during
     * tracking signal resultants.
     *
     * Unit: DN
     */
    amp33_track_signals?: NdArray<"uint16">;
    /**
     * Pedestal Amplifier 33 Readouts (DN)
     *
     * 3D array containing the 33rd amplifier readouts (e.g. reference pixels) during
     * acquisition pedestal resultants.
     *
     * Unit: DN
     */
    amp33_acq_pedestals?: NdArray<"uint16">;
    /**
     * Signal Amplifier 33 Readouts (DN)
     *
     * 3D array containing the 33rd amplifier readouts (e.g. reference pixels) during
     * acquisition signal resultants.
     *
     * Unit: DN
     */
    amp33_acq_signals?: NdArray<"uint16">;
    /**
     * Pedestal Edge Amplifier 33 Readouts (DN)
     *
     * 3D array containing the 33rd amplifier readouts (e.g. reference pixels) during
     * the edge acquisition pedestal resultants.
     *
     * Unit: DN
     */
    amp33_edge_acq_pedestals?: NdArray<"uint16">;
    /**
     * Signal Edge Amplifier 33 Readouts (DN)
     *
     * 3D array containing the 33rd amplifier readouts (e.g. reference pixels) during
     * the edge acquisition signal resultants.
     *
     * Unit: DN
     */
    amp33_edge_acq_signals?: NdArray<"uint16">;
  };
  /**
   * Centroid Data
   *
   * Centroid Data
   */
  centroid: {
    /**
     * Acquisition Centroids
     *
     * 3D array containing the X,Y centroid locations in science coordinates in
     * each GW acquisition resultant difference (pedestal resultant - signal
     * resultant). Up to 5 sets of centroids can occur for the same resultant
     * difference and are filled with NaN if not provided in the downlinked data
     * packets. This quantity is set to None for Dark exposures when no centroids
     * are taken.
     */
    acq_centroids?: null | NdArray<"float32">;
    /**
     * Acquisition Centroid Errors
     *
     * 3D array containing the 2nd moment errors of the GW acquisition difference
     * centroids (XX, YY, XY). Up to 5 sets of centroid errors can occur for the
     * same resultant difference and are filled with NaN if not provided in the
     * downlinked data packets. This quantity is set to None for Dark exposures
     * when no centroids are taken.
     */
    acq_centroid_errs?: null | NdArray<"float32">;
    /**
     * Acquisition Centroid Quality
     *
     * 2D array containing strings that describe the quality of the acquisition
     * centroids. An empty string indicated the centroid was not provided in the
     * downlinked data packets. For further descriptions of the, please consult
     * the Roman Documentation page. This quantity is set to None for Dark
     * exposures when no centroids are taken.
     */
    acq_centroid_quality?: null | NdArray;
    /**
     * Acquisition Centroid Times
     *
     * 1D array of times associated with the centroid of each acquisition resultant
     * difference. The centroid times should lie between the pedestal and signal
     * resultant times. This quantity is set to None for Dark exposures when no
     * centroids are taken.
     */
    acq_centroid_times?: (null | Time)[];
    /**
     * Track Centroids
     *
     * 2D array containing the X,Y centroid locations in science coordinates in each
     * GW tracking resultant difference (pedestal resultant - signal resultant). This
     * quantity is set to None for Dark exposures when no centroids are taken.
     */
    track_centroids?: null | NdArray<"float32">;
    /**
     * Track Centroid Errors
     *
     * 2D array containing the 2nd moment errors of the GW tracking difference centroids
     * (XX, YY, XY). This quantity is set to None for Dark exposures when no centroids
     * are taken.
     */
    track_centroid_errs?: null | NdArray<"float32">;
    /**
     * Track Centroid Quality
     *
     * 1D array containing strings that describe the quality of the tracking centroids.
     * For further descriptions of the, please consult the Roman Documentation page.
     * This quantity is set to None for Dark exposures when no centroids are taken.
     */
    track_centroid_quality?: null | NdArray;
    /**
     * Track Centroid Times
     *
     * 1D array of times associated with the centroid of each tracking resultant difference.
     * The centroid times should lie between the pedestal and signal resultant times.
     * This quantity is set to None for Dark exposures when no centroids are taken.
     */
    track_centroid_times?: (null | Time)[];
    /**
     * Edge Acquisition Centroids
     *
     * 2D array containing the X,Y centroid locations in science coordinates in each GW edge
     * acquisition resultant difference (pedestal resultant - signal resultant) (only used
     * with WSM). This quantity is set to None for Dark exposures when no centroids are taken.
     */
    edge_acq_centroids?: null | NdArray<"float32">;
    /**
     * Edge Acquisition Centroid Errors
     *
     * 2D array containing the 2nd moment errors of the GW edge acquisition difference
     * centroids (XX, YY, XY) (only used with WSM). This quantity is set to None for Dark
     * exposures when no centroids are taken.
     */
    edge_acq_centroid_errs?: null | NdArray<"float32">;
    /**
     * Edge Acquisition Centroid Quality
     *
     * 1D array containing strings that describe the quality of the edge acquisition
     * centroids (only used with WSM). For further descriptions of the, please consult
     * the Roman Documentation page. This quantity is set to None for Dark exposures
     * when no centroids are taken.
     */
    edge_acq_centroid_quality?: null | NdArray;
    /**
     * Edge Acquisition Centroid Times
     *
     * 1D array of times associated with the centroid of each edge acquisition resultant
     * difference (only used with WSM). The centroid times should lie between the pedestal
     * and signal resultant times. This quantity is set to None for Dark exposures when
     * no centroids are taken.
     */
    edge_acq_centroid_times?: (null | Time)[];
  };
  /**
   * Acquisition Guide Window Data
   *
   * All data received from the acquisition guide window data packets
   */
  acq_data: L1DetectorGuidewindowAcqData;
  /**
   * Tracking Guide Window Data
   *
   * All data received from the tracking guide window data packets
   */
  track_data: {
    /**
     * Pedestal Resultants (DN)
     *
     * 3D array containing every pedestal resultant's pixel values.
     *
     * Unit: DN
     */
    pedestal_resultants?: NdArray<"uint16">;
    /**
     * Signal Resultants (DN)
     *
     * 3D array containing every signal resultant's pixel values.
     *
     * Unit: DN
     */
    signal_resultants?: NdArray<"uint16">;
    /**
     * Lower Left Corners
     *
     * 2D array containing all the lower left corners of each guide
     * window resultant pair in science coordinates (x_start, y_start).
     */
    lower_left_corners?: NdArray<"uint16">;
    /**
     * Upper Right Corners
     *
     * 2D array containing all the upper right corners of each guide
     * window resultant pair in science coordinates (x_stop, y_stop).
     */
    upper_right_corners?: NdArray<"uint16">;
    /**
     * Pixel Offsets (DN)
     *
     * 1D array of constants added to all guide window pixel values in
     * the resultants or a single integer if all values are equal.
     */
    pixel_offsets?: number | NdArray<"uint16">;
    /**
     * Reset Impacted Pairs
     *
     * 1D boolean array indicating which pedestal and signal pairs were
     * impacted by reset reads. As reset reads execute, the reset and
     * read individual pixels in a linear fashion across the full detector.
     * Because full frame rows are readout between the pedestal and signal
     * resultants, during a reset read some guide window resultants are
     * impacted by the reset sweeping across those rows of the detector.
     * This flag highlights which guide window resultant pairs are
     * impacted by these resets.
     */
    reset_impacted_pairs?: NdArray<"bool8">;
    /**
     * Reset Read Flag
     *
     * 1D array of booleans indicating which guide window resultant pairs
     * are read out during a reset. True values correspond to pairs taken
     * during reset reads, False values correspond to pairs taken during
     * normal frame reads.
     */
    reset_read_flag?: NdArray<"bool8">;
    /**
     * Pedestal Times (UTC)
     *
     * 1D array of astropy time objects containing the latched
     * MET times in the UTC standard associated with the pedestal resultants.
     */
    pedestal_times?: Time[];
    /**
     * Signal Times (UTC)
     *
     * 1D array of astropy time objects containing the latched
     * MET times in the UTC standard associated with the signal resultants.
     */
    signal_times?: Time[];
    /**
     * Science Data Packet Counts
     *
     * 2D array of the science data packet counts for the matched
     * pedestal and signal resultants. The span between the pedestal
     * and the signal values indicate which full frame row indices
     * were read out during the guide window exposure.
     */
    sci_data_packet_counts?: NdArray<"uint16">;
    /**
     * SCE Status Flag
     *
     * Either a 2D array containing the SCE status for each pedestal
     * and signal resultant or a single integer if all flags are equal.
     * 1 indicates an internal error occurred during the ACADIA processing.
     */
    sce_status_flag?: number | NdArray<"uint8">;
    /**
     * Guide Window Resultant Error Flag
     *
     * Either a 2D array containing the guide window resultant error flag
     * for each pedestal and signal resultant or a single integer if all
     * flags are equal. 1 indicates an internal error in the SCU occurred
     * while processing the GW resultant. See FPGA error registers for
     * more information.
     */
    gw_resultant_err_flag?: number | NdArray<"uint8">;
    /**
     * Minimum Binding Flag
     *
     * Either a 2D array containing the binding minimum flag for each pedestal
     * and signal resultant or a single integer if all flags are equal.
     * 1 indicates that any negative pixel values within the resultant were bound to 0.
     */
    min_bind_flag?: number | NdArray<"uint8">;
    /**
     * Maximum Binding Flag
     *
     * Either a 2D array containing the binding maximum flag for each pedestal
     * and signal resultant or a single integer if all flags are equal.
     * 1 indicates that any positive pixel values within the resultant were bound to 65535.
     */
    max_bind_flag?: number | NdArray<"uint8">;
    /**
     * Exposure Mapping
     *
     * 1D array of signed integers with the same length as the tracking signal resultants.
     * Positive integers correspond to the exposure number (single MA Table read).
     * Negative integers correspond to the tracking reads between exposures.
     */
    exposure_mapping?: NdArray<"int16">;
  };
  /**
   * Spectrum Edge Acquisition Guide Window Data
   *
   * All data received from the spectrum edge acquisition guide window data packets during
   * WSM exposures. This secondary acquisition only occurs during spectroscopic observations.
   */
  edge_acq_data?: L1DetectorGuidewindowAcqData;
}
/**
 * Wide Field Instrument (WFI) Configuration Information
 */
export type WfiMode = {
  /**
   * Instrument Name
   *
   * Name of the instrument used to acquire the science
   * data.
   */
  name: "WFI";
  /**
   * Wide Field Instrument (WFI) Detector Identifier
   *
   * Name of the Wide Field Instrument (WFI) detector used.
   */
  detector: WfiDetector;
  /**
   * Wide Field Instrument (WFI) Optical Element
   *
   * Name of the optical element used to take the science
   * data.
   */
  optical_element: WfiOpticalElement;
  /**
   * Data Encoding Offset
   *
   * Offset added to science resultants in downlinked data to avoid
   * clipping the noise at zero DN.
   */
  data_encoding_offset?: number;
}
export type L1DetectorGuidewindowAcqData = {
  /**
   * Pedestal Resultants (DN)
   *
   * 3D array containing every pedestal resultant's pixel values.
   *
   * Unit: DN
   */
  pedestal_resultants?: NdArray<"uint16">;
  /**
   * Signal Resultants (DN)
   *
   * 3D array containing every signal resultant's pixel values.
   *
   * Unit: DN
   */
  signal_resultants?: NdArray<"uint16">;
  /**
   * Lower Left Corners
   *
   * 2D array containing all the lower left corners of each guide
   * window resultant pair in science coordinates (x_start, y_start).
   */
  lower_left_corners?: NdArray<"uint16">;
  /**
   * Upper Right Corners
   *
   * 2D array containing all the upper right corners of each guide
   * window resultant pair in science coordinates (x_stop, y_stop).
   */
  upper_right_corners?: NdArray<"uint16">;
  /**
   * Pixel Offsets (DN)
   *
   * 1D array of constants added to all guide window pixel values in
   * the resultants or a single integer if all values are equal.
   */
  pixel_offsets?: number | NdArray<"uint16">;
  /**
   * Reset Impacted Pairs
   *
   * 1D boolean array indicating which pedestal and signal pairs were
   * impacted by reset reads. As reset reads execute, the reset and
   * read individual pixels in a linear fashion across the full detector.
   * Because full frame rows are readout between the pedestal and signal
   * resultants, during a reset read some guide window resultants are
   * impacted by the reset sweeping across those rows of the detector.
   * This flag highlights which guide window resultant pairs are
   * impacted by these resets.
   */
  reset_impacted_pairs?: NdArray<"bool8">;
  /**
   * Reset Read Flag
   *
   * 1D array of booleans indicating which guide window resultant pairs
   * are read out during a reset. True values correspond to pairs taken
   * during reset reads, False values correspond to pairs taken during
   * normal frame reads.
   */
  reset_read_flag?: NdArray<"bool8">;
  /**
   * Pedestal Times (UTC)
   *
   * 1D array of astropy time objects containing the latched
   * MET times in the UTC standard associated with the pedestal resultants.
   */
  pedestal_times?: Time[];
  /**
   * Signal Times (UTC)
   *
   * 1D array of astropy time objects containing the latched
   * MET times in the UTC standard associated with the signal resultants.
   */
  signal_times?: Time[];
  /**
   * Science Data Packet Counts
   *
   * 2D array of the science data packet counts for the matched
   * pedestal and signal resultants. The span between the pedestal
   * and the signal values indicate which full frame row indices
   * were read out during the guide window exposure.
   */
  sci_data_packet_counts?: NdArray<"uint16">;
  /**
   * SCE Status Flag
   *
   * Either a 2D array containing the SCE status for each pedestal
   * and signal resultant or a single integer if all flags are equal.
   * 1 indicates an internal error occurred during the ACADIA processing.
   */
  sce_status_flag?: number | NdArray<"uint8">;
  /**
   * Guide Window Resultant Error Flag
   *
   * Either a 2D array containing the guide window resultant error flag
   * for each pedestal and signal resultant or a single integer if all
   * flags are equal. 1 indicates an internal error in the SCU occurred
   * while processing the GW resultant. See FPGA error registers for
   * more information.
   */
  gw_resultant_err_flag?: number | NdArray<"uint8">;
  /**
   * Minimum Binding Flag
   *
   * Either a 2D array containing the binding minimum flag for each pedestal
   * and signal resultant or a single integer if all flags are equal.
   * 1 indicates that any negative pixel values within the resultant were bound to 0.
   */
  min_bind_flag?: number | NdArray<"uint8">;
  /**
   * Maximum Binding Flag
   *
   * Either a 2D array containing the binding maximum flag for each pedestal
   * and signal resultant or a single integer if all flags are equal.
   * 1 indicates that any positive pixel values within the resultant were bound to 65535.
   */
  max_bind_flag?: number | NdArray<"uint8">;
}
/**
 * Ramp Schema
 */
export type Ramp = {
  meta: Common & {
    cal_step: L2CalStep;
  };
  /**
   * Science Data Including Border Reference Pixels (DN, electrons)
   *
   * Science Data Including Border Reference Pixels in units of DN or
   * electrons.
   *
   * Unit: DN, electron
   */
  data: NdArray<"float32">;
  /**
   * Two Dimensional Data Quality Flags Array for Each Pixel
   *
   * Two dimensional data quality flags array applying to all resultants in a
   * given pixel.
   */
  pixeldq: NdArray<"uint32">;
  /**
   * Two Dimensional Data Quality 2 Flags Array for Each Pixel
   *
   * Two dimensional data quality 2 flags array applying to all resultants
   * in a given pixel. These flags are propagated from the dq2 arrays of
   * reference files.
   */
  pixeldq2: NdArray<"uint32">;
  /**
   * Three-dimensional Data Quality Array For Each Resultant in Each Pixel
   *
   * Three-dimensional data quality array indicating quality of each individual
   * resultant for each pixel.
   */
  groupdq: NdArray<"uint8">;
  /**
   * Amp 33 Reference Pixel Data (DN)
   *
   * Amplifier 33 Reference Pixel Data in units of DN.
   *
   * Unit: DN
   */
  amp33: NdArray<"uint16">;
  /**
   * Border Reference Pixels on the Left of the Detector, from the Instrument's Perspective (DN)
   *
   * Border Reference Pixels on the Left of the Detector, from the instrument's
   * perspective in units of DN.
   *
   * Unit: DN
   */
  border_ref_pix_left: NdArray<"float32">;
  /**
   * Border Reference Pixels on the Right of the Detector, from the Instrument's Perspective (DN)
   *
   * Border Reference Pixels on the Right of the Detector, from the
   * instrument's perspective in units of DN.
   *
   * Unit: DN
   */
  border_ref_pix_right: NdArray<"float32">;
  /**
   * Border Reference Pixels on the Top of the Detector (DN)
   *
   * Border Reference Pixels on the Top of the Detector in units of DN.
   *
   * Unit: DN
   */
  border_ref_pix_top: NdArray<"float32">;
  /**
   * Border Reference Pixels on the Bottom of the Detector (DN)
   *
   * Border Reference Pixels on the Bottom of the Detector in units of DN.
   *
   * Unit: DN
   */
  border_ref_pix_bottom: NdArray<"float32">;
  /**
   * Data Quality Flag for Border Reference Pixels, on the Left Edge of the Detector from the Instrument Perspective
   *
   * Data Quality Flag for Border Reference Pixels, on the Left Edge of the
   * Detector from the Instrument Perspective.
   */
  dq_border_ref_pix_left: NdArray<"uint32">;
  /**
   * Data Quality Flag for Border Reference Pixels, on the Right Edge of the Detector from the Instrument Perspective
   *
   * Data Quality Flag for Border Reference Pixels, on the Right Edge of the
   * Detector from the Instrument Perspective.
   */
  dq_border_ref_pix_right: NdArray<"uint32">;
  /**
   * Data Quality Flag for Border Reference Pixels, on Top.
   *
   * Data Quality Flag for Border Reference Pixels, on Top.
   */
  dq_border_ref_pix_top: NdArray<"uint32">;
  /**
   * Data Quality Flag for Border Reference Pixels, on Bottom.
   *
   * Data Quality Flag for Border Reference Pixels, on Bottom.
   */
  dq_border_ref_pix_bottom: NdArray<"uint32">;
  /**
   * Reset Read (DN)
   *
   * Reset read in units of data numbers (DNs) subtracted
   * from subsequent reads up-the-ramp. This array is only present
   * if a reset read was used and downlinked.
   *
   * Unit: DN
   */
  reset_read?: NdArray<"uint16">;
  /**
   * Amplifier 33 Reference Pixel Data for the Reset Read (DN)
   *
   * Reference pixel data from amplifier 33 in units of data numbers (DNs)
   * for the reset read. This array is only present if a reset
   * read was used and downlinked.
   *
   * Unit: DN
   */
  reset_amp33?: NdArray<"uint16">;
}
/**
 * Name Of The Coordinate Reference Frame
 */
export type Coordinates = {
  /**
   * Name of the Celestial Coordinate Reference Frame
   *
   * Name of the celestial coordinate reference frame used
   * for the World Coordinate System (WCS).
   */
  reference_frame: "ICRS";
}
/**
 * Ephemeris Data Information
 */
export type Ephemeris = {
  /**
   * Ephemeris Reference Frame
   *
   * Reference frame of the ephemeris information.
   */
  ephemeris_reference_frame: string;
  /**
   * Ephemeris Type
   *
   * Type of ephemeris, for example DEFINITIVE, PREDICTED, or DEFAULT.
   */
  type: string;
  /**
   * UTC Time of Ephemeris Information (MJD)
   *
   * UTC time of the position and velocity vectors in the
   * ephemeris. The time is provided in modified Julian date (MJD).
   */
  time: number;
  /**
   * X Spatial Coordinate of Roman (km)
   *
   * X barycentric coordinate of the Roman observatory at
   * the MJD described by meta.ephemeris.time.
   */
  spatial_x: number;
  /**
   * Y Spatial Coordinate of Roman (km)
   *
   * Y barycentric coordinate of the Roman observatory at
   * the MJD described by meta.ephemeris.time.
   */
  spatial_y: number;
  /**
   * Z Spatial Coordinate of Roman (km)
   *
   * Z barycentric coordinate of the Roman observatory at
   * the MJD described by meta.ephemeris.time.
   */
  spatial_z: number;
  /**
   * X Component of Roman Velocity (km/s)
   *
   * X component of the Roman velocity in a barycentric
   * system in units of km/s at the MJD described by
   * meta.ephemeris.time.
   */
  velocity_x: number;
  /**
   * Y Component of Roman Velocity (km/s)
   *
   * Y component of the Roman velocity in a barycentric
   * system in units of km/s at the MJD described by
   * meta.ephemeris.time.
   */
  velocity_y: number;
  /**
   * Z Component of Roman Velocity (km/s)
   *
   * Y component of the Roman velocity in a barycentric
   * system in units of km/s at the MJD described by
   * meta.ephemeris.time.
   */
  velocity_z: number;
}
/**
 * Exposure Information
 */
export type Exposure = {
  type: ExposureType;
  /**
   * Exposure Start Time (UTC)
   *
   * The UTC time at the beginning of the exposure. The
   * time is serialized on disk as an International Organization for
   * Standardization (ISO) 8601-compliant ISOT string, but if opened
   * in Python with the asdf-astropy package installed, it may be
   * read as an astropy.time.Time object with all of the associated
   * methods and transforms available. See the documentation for
   * astropy.time.Time objects for more information.
   */
  start_time: Time;
  /**
   * Exposure End Time (UTC)
   *
   * The UTC time at the end of the exposure. The time is
   * serialized on disk as an International Organization for
   * Standardization (ISO) 8601-compliant ISOT string, but if opened
   * in Python with the asdf-astropy package installed, it may be
   * read as an astropy.time.Time object with all of the associated
   * methods and transforms available. See the documentation for
   * astropy.time.Time objects for more information.
   */
  end_time: Time;
  /**
   * Engineering Data Quality
   *
   * Indicator of data quality problems with the
   * engineering data used to populated select metadata fields. A
   * value of "OK" indicates no suspected problems, while a value of
   * "SUSPECT" indicates one or more metadata values populated from
   * the engineering database may be missing information during the
   * exposure or are otherwise of lower quality.
   */
  engineering_quality: string;
  /**
   * Multi-Accumulation Table Identifier
   *
   * A unique identifier for the multi-accumulation (MA) table used for this exposure.
   * The identifier comes from the Science Operations Center (SOC) Project Reference
   * Database (PRD).
   */
  ma_table_id: string;
  /**
   * Number of Resultants
   *
   * The number of resultant frames in this exposure that
   * were transmitted to the ground.
   */
  nresultants: number;
  /**
   * Data Problem
   *
   * String error codes indicating that a problem occurred with the exposure.
   * A value of None indicates there were no problems with the exposure.
   * See the Roman Documentation System (RDox) for more information on the meaning of the error codes.
   */
  data_problem: string | null;
  /**
   * Detector Readout Time (s)
   *
   * The readout time in seconds of the Wide Field
   * Instrument (WFI) detectors. This represents the time between the
   * start and end of the readout.
   */
  frame_time: number;
  /**
   * Exposure Time (s)
   *
   * The difference in time (in units of seconds) between
   * the start of the first reset/read and end of the last read in
   * the readout pattern.
   */
  exposure_time: number;
  /**
   * Effective Exposure Time (s)
   *
   * The difference in time (in units of seconds) between
   * the midpoints of the first and last science resultants. If
   * either resultant contains only a single read, then the time at
   * the end of the read is used rather than the midpoint time.
   */
  effective_exposure_time: number;
  /**
   * Name of the Multi-Accumulation Table
   *
   * The name of the multi-accumulation (MA) table used for
   * the exposure. The MA table is also referred to as the readout
   * pattern.
   */
  ma_table_name: string;
  /**
   * Multi-Accumulation Table Identification Number
   *
   * A unique identification number for the
   * multi-accumulation (MA) table used for this exposure. The number
   * comes from the Science Operations Center (SOC) Project Reference
   * Database (PRD).
   */
  ma_table_number: number;
  /**
   * Read Pattern
   *
   * The enumeration of detector reads to resultants making
   * up the Level 1 ramp data cube. The read pattern is nested such
   * that each grouping of read numbers represents a resultant. For
   * example, a readout pattern of [[1], [2, 3], [4]] consists of
   * four reads that were downlinked as three resultants with both
   * the first and last resultant each containing a single read.
   */
  read_pattern: number[][];
  /**
   * Truncated MA Table
   *
   * A flag indicating whether the MA table was truncated.
   */
  truncated: boolean;
  /**
   * High Gain Antenna (HGA) Movement
   *
   * If True, this field indicates that the spacecraft High Gain Antenna (HGA)
   * was moved during the exposure, which may cause excess jitter above what
   * would be otherwise expected. If False, the HGA was not moved during the
   * exposure.
   */
  hga_move: boolean;
  /**
   * SDF Log File Name
   *
   * File name of the Science Data Formatting (SDF) log for this exposure.
   */
  sdf_log_file?: string;
}
/**
 * Guide Star and Guide Window Information
 */
export type Guidestar = {
  /**
   * Guide Window Identifier
   *
   * A unique identification number of the guide window.
   * This identifier combines the visit identifier and guide star
   * acquisition number, and is set in the visit information uplinked
   * to the observatory. As the number may be zero-padded, this value
   * is saved as a string. See technical report Roman-STScI-000193
   * "Roman Programmatic Data Identification" for more information.
   */
  guide_window_id: string;
  /**
   * Guide Window Mode
   *
   * Type of guide window mode used during the exposure. This is based on
   * planned information from the Roman Planning and Scheduling Subsystem.
   */
  guide_mode: string;
  /**
   * Guide Window X Start Position (pixels)
   *
   * Minimum X position in pixels in the science coordinate
   * frame of all tracking guide windows in this exposure.
   */
  window_xstart: number;
  /**
   * Guide Window Y Start Position (pixels)
   *
   * Minimum Y position in pixels in the science coordinate
   * frame of all tracking guide windows in this exposure.
   */
  window_ystart: number;
  /**
   * Guide Window X Stop Position (pixels)
   *
   * Maximum X position in pixels in the science coordinate
   * frame of all tracking guide windows in this exposure.
   */
  window_xstop: number;
  /**
   * Guide Window Y Start Position (pixels)
   *
   * Maximum Y position in pixels in the science coordinate
   * frame of all tracking guide windows in this exposure.
   */
  window_ystop: number;
  /**
   * Guide Star Identifier
   *
   * Identification of the guide star from the Guide Star Catalog (GSC).
   * This is based on planned information from the Roman Planning and
   * Scheduling Subsystem.
   */
  guide_star_id: string;
  /**
   * Guide Star Coordinates Epoch
   *
   * Epoch of the celestial coordinates of the guide star
   * from the Guide Star Catalog (GSC).
   */
  epoch: string;
  /**
   * Major Axis Jitter (milliarcseconds)
   *
   * Estimate of the guidestar jitter kernel width (in milliarcseconds) along the major axis of the jitter kernel. When no guidestar was observed with this detector, a default value will be used.
   */
  jitter_major?: number;
  /**
   * Minor Axis Jitter (milliarcseconds)
   *
   * Estimate of the guidestar jitter kernel width (in milliarcseconds) along the minor axis of the jitter kernel. When no guidestar was observed with this detector, a default value will be used.
   */
  jitter_minor?: number;
  /**
   * Jitter Position Angle (deg)
   *
   * Position angle (in degrees) of the jitter kernel in the science coordinate system. The position angle is the angle of the major axis relative to the +Y axis, with PA increasing as the major axis moves toward the +X axis. When no guidestar was observed with this detector, a default value will be used.
   */
  jitter_position_angle?: number;
  /**
   * Commanded guide star position in FGS H/V pixel frame (pixels)
   *
   * A 2-tuple giving the (H, V) commanded position of the guide star
   * in the H/V pixel frame (in pixels). Found in the PDB dms_guid_star view.
   */
  hv_position?: number[];
}
/**
 * Observation Identifiers
 */
export type Observation = {
  /**
   * Programmatic Observation Identifier
   *
   * The format of the programmatic observation identifier
   * is "PPPPPCCAAASSSOOOVVVggsaaeee" where "PPPPP" is the program
   * number, "CC" is the execution plan number, "AAA" is the pass
   * number, "SSS" is the segment number, "OOO" is the observation
   * number, "VVV" is the visit number, "gg" is the visit file group,
   * "s" is the visit file sequence, "aa" is the visit file activity,
   * and "eeee" is the exposure number. The observation identifier is
   * the complete concatenation of the visit_id +
   * visit_file_statement (visit_file_group + visit_file_sequence +
   * visit_file_activity) + exposure.
   */
  observation_id: string;
  /**
   * Visit Identifier
   *
   * A unique identifier for a visit. The format is "PPPPPCCAAASSSOOOVVV" where
   * "PPPPP" is the program number, "CC" is the execution plan number, "AAA" is the pass number,
   * "SSS" is the segment number, "OOO" is the observation number, and "VVV" is the
   * visit number.
   */
  visit_id: string;
  /**
   * Program Number
   *
   * Identifier for the observing program. A program is an approved
   * specification for a science, calibration, or engineering
   * investigation to be pursued using Roman Space Telescope mission
   * resources. The allowed range of program numbers is 00001 to 18445 inclusive.
   */
  program: number;
  /**
   * Execution Plan Number
   *
   * Identifier for the execution plan. An execution plan
   * is a version of the complete set of activities for a survey. A
   * survey may include portions of multiple execution plans. A new
   * execution plan is required whenever there is a change in the
   * program. The allowed range of execution plan numbers is 01 to 99
   * inclusive.
   */
  execution_plan: number;
  /**
   * Pass Number
   *
   * Identifier for the pass. A pass is the collection of
   * activities generated from each iteration of a pass plan in the
   * Astronomer's Proposal Tool (APT). Multiple Passes may be
   * generated from the same Pass Plan to allow repetition or execute
   * at different orientations (via special requirements). The
   * allowed range of pass numbers is 001 to 999 inclusive.
   */
  pass: number;
  /**
   * Segment Number
   *
   * Identifier for the segment. A segment is the sequence
   * of activities produced by each iteration of an Astronomer's
   * Proposal Tool (APT) segment plan in a pass. A segment may
   * include multiple traversals of mosaic pattern(s), with element
   * wheel moves occurring between observations. The allowed range of
   * segment numbers is 001 to 999 inclusive.
   */
  segment: number;
  /**
   * Observation Number
   *
   * Identifier for the observation. An observation is a
   * single traversal of a mosaic pattern, using a single, constant
   * instrument configuration (i.e., with no element wheel moves).
   * The allowed range of observation numbers is 001 to 999
   * inclusive.
   */
  observation: number;
  /**
   * Visit Number
   *
   * A visit is the smallest scheduling unit for Roman,
   * which is a sequence of exposures executed without interruption,
   * including dither patterns. A visit corresponds to one tile of
   * the selected mosaic pattern. The allowed range of visit numbers
   * is 001 to 999 inclusive.
   */
  visit: number;
  /**
   * Visit File Group
   *
   * The visit file group identifies the sequence group
   * within the visit file. The allowed range of visit file group
   * numbers is 01 to 99 inclusive.
   */
  visit_file_group: number;
  /**
   * Visit File Sequence
   *
   * The visit file sequence identifies the sequence within
   * the visit file group. A value of 1 indicates a prime instrument
   * exposure, and a value greater than 1 indicates a parallel
   * instrument exposure. The allowed range of visit file sequence
   * numbers of 1 to 5 inclusive.
   */
  visit_file_sequence: number;
  /**
   * Visit File Activity
   *
   * The visit file activity number identifies the activity
   * within the visit file sequence. The allowed range of visit file
   * activity numbers is 01 to 99 inclusive.
   */
  visit_file_activity: string;
  /**
   * Exposure Number
   *
   * An exposure is a single multi-accumulation (MA) table
   * sequence of the detector array at a single dither point in the
   * dither pattern. The allowed range of exposure numbers is 0001 to
   * 9999 inclusive.
   */
  exposure: number;
  /**
   * WFI Parallel Flag
   *
   * A boolean flag that, when true, indicates the WFI was operated in parallel with the Coronagraph as the prime observing instrument. If false, the WFI was operated as the prime observing instrument.
   */
  wfi_parallel: boolean;
}
/**
 * Spacecraft Pointing Information
 */
export type Pointing = {
  /**
   * Aperture Position Angle (deg)
   *
   * Position angle in degrees of the aperture ideal Y axis
   * relative to the V3 axis of the spacecraft. This information
   * comes from the Science Instrument Aperture File (SIAF) in the
   * Science Operations Center (SOC) Project Reference Database
   * (PRD).
   */
  pa_aperture: number;
  /**
   * Pointing Engineering Source
   *
   * The source type of the pointing information in the
   * metadata may be set to either "PLANNED" or "CALCULATED". If the
   * value is "PLANNED", then pointing mnemonics were not found in
   * the engineering database, and the pointing data were taken from
   * the observation planning information. If the value is
   * "CALCULATED", then the pointing data were determined using the
   * information in the engineering database.
   */
  pointing_engineering_source: "CALCULATED" | "PLANNED";
  /**
   * Observatory orientation quaternion
   *
   * The quaternion of the observatory orientation at the mid-point of the
   * exposure. Determined by querying the engineering database for the
   * mnemonics SCF_AC_SDR_QBJ_[1-4].
   */
  quaternion?: number[];
  /**
   * Right Ascension of the Telescope V1 Axis (deg)
   *
   * The right ascension coordinate of the V1 axis in units
   * of degrees. This may be considered the right ascension
   * coordinate of the telescope boresight. The telescope V
   * coordinate system is defined with its origin at the vertex of
   * the primary mirror. The V1 axis is orthogonal to the primary
   * mirror, parallel to the telescope boresight, and increasing
   * positively through the telescope aperture. See
   * Roman-STScI-000143 "Description of the Roman SIAF and Coordinate
   * Frames" for more information.
   */
  ra_v1: number;
  /**
   * Declination of the Telescope V1 Axis (deg)
   *
   * The declination coordinate of the V1 axis in units of
   * degrees. This may be considered the declination coordinate of
   * the telescope boresight. The telescope V coordinate system is
   * defined with its origin at the vertex of the primary mirror. The
   * +V1 axis is orthogonal to the primary mirror, parallel to the
   * telescope boresight, and increasing positively through the
   * telescope aperture. See Roman-STScI-000143 "Description of the
   * Roman SIAF and Coordinate Frames" for more information.
   */
  dec_v1: number;
  /**
   * Position Angle of the Telescope V3 Axis (deg)
   *
   * The position angle of the V3 axis (in units of
   * degrees) is defined as the projection of the V3 axis on the sky
   * measured from North to East. The telescope V coordinate system
   * is defined with its origin at the vertex of the primary mirror.
   * The +V3 axis is defined to be orthogonal to the sunshield. See
   * Roman-STScI-000143 "Description of the Roman SIAF and Coordinate
   * Frames" for more information.
   */
  pa_v3: number;
  /**
   * Aperture Name Used for Pointing
   *
   * Name of the aperture used to align the instrument to a
   * position on the sky.
   */
  target_aperture: string;
  /**
   * Right Ascension of the Target Aperture (deg)
   *
   * Right ascension in units of degrees at the location of
   * the target aperture.
   */
  target_ra: number;
  /**
   * Declination of the Target Aperture
   *
   * Declination in units of degrees at the location of the
   * target aperture.
   */
  target_dec: number;
}
/**
 * Program Information
 */
export type Program = {
  /**
   * Proposal Title
   *
   * The submitted proposal title of the program.
   */
  title: string;
  /**
   * Principal Investigator Name
   *
   * The name of the principle investigator (PI) of the
   * program.
   */
  investigator_name: string;
  /**
   * Program Category
   *
   * The submitted proposal category of the program. The
   * categories include calibration (CAL), core community survey
   * (CCS), coronagraph technology demonstration (CGI), observatory
   * commissioning (COM), engineering (ENG), general astrophysics
   * survey (GAS), general investigator (GI), and observing conducted
   * at the direction of the National Aeronautics and Space
   * Administration (NASA).
   */
  category: string;
  /**
   * Program Subcategory
   *
   * The submitted proposal subcategory of the program. The
   * subcategories include calibration (CAL), coronagraph technology
   * demonstration (CGI), community research programs (CR),
   * discretionary research programs (DR), Galactic Bulge Time Domain
   * Survey (GBTD), High-Latitude Time Domain Survey (HLTD),
   * High-Latitude Wide-Area Survey (HLWA), observational research
   * program (OR), Wide Field Instrument (WFI), and Wavefront Sensing
   * and Control (WFSC). All subcategories belong to only a subset of
   * the meta.program.category values.
   */
  subcategory: string;
  /**
   * Science Category
   *
   * The science category assigned during the Time
   * Allocation Committee (TAC) review process.
   */
  science_category: string;
}
/**
 * Reference File Information
 */
export type RefFile = {
  /**
   * Calibration Reference Data System (CRDS) Information
   *
   * Calibration Reference Data System Parameters
   */
  crds: {
    /**
     * CRDS Software Version
     *
     * Version of the Calibration Reference Data
     * System (CRDS) software package used to match calibration
     * reference files to science observations.
     */
    version: string;
    /**
     * CRDS Context
     *
     * Name of the Calibration Reference Data System
     * (CRDS) context (.pmap) file used to match calibration
     * reference files to science observations.
     */
    context: string;
  };
  /**
   * Aperture Correction Reference File Schema
   *
   * Name of the calibration reference file used to apply
   * the aperture correction to the science data.
   */
  apcorr: string;
  /**
   * Pixel Area Reference File Information
   *
   * Name of the calibration reference file containing the
   * pixel-to-pixel estimates of the area of each detector pixel on
   * the sky.
   */
  area: string;
  /**
   * Dark Reference File Information
   *
   * Name of the calibration reference file used to correct
   * for dark current signal in the science data.
   */
  dark: string;
  /**
   * Dark Decay Reference File Information
   *
   * Name of the calibration reference file used to correct
   * for dark decay signal in the science data.
   */
  darkdecaysignal: string;
  /**
   * Distortion Reference File Information
   *
   * Name of the calibration reference file used to include
   * the geometric distortion model in the world coordinate system
   * (WCS) of the science data.
   */
  distortion: string;
  /**
   * ePSF Reference File Information
   *
   * Name of the calibration reference file used to apply
   * the ePSF model to the science data.
   */
  epsf: string;
  /**
   * Bad Pixel Mask Reference File Information
   *
   * Name of the calibration reference file used to mark
   * bad pixels in the data quality array of the science data.
   */
  mask: string;
  /**
   * Flat Reference File Information
   *
   * Name of the calibration reference file used to correct
   * for element-dependent, spatially-variable sensitivity in the
   * science data.
   */
  flat: string;
  /**
   * Gain Reference Rile Information
   *
   * Name of the calibration reference file used to convert
   * between data numbers (DN) and photo-electrons in the science
   * data.
   */
  gain: string;
  /**
   * Inverse Linearity Reference File Information
   *
   * Name of the calibration reference file used in
   * simulations of Level 1 data products to imprint the effect of
   * classical non-linearity in the science data.
   */
  inverselinearity: string;
  /**
   * Linearity Reference File Information
   *
   * Name of the calibration reference file used to correct
   * for classical linearity in the science data.
   */
  linearity: string;
  /**
   * Integral Nonlinearity Reference File Information
   *
   * Name of the calibration reference file used to correct
   * for integral nonlinearity in the science data.
   */
  integralnonlinearity: string;
  /**
   * Photometry Reference File Information
   *
   * Name of the calibration reference file containing
   * photometric zeropoints and related information populated into
   * the science product metadata.
   */
  photom: string;
  /**
   * Read Noise Reference File Information
   *
   * Name of the calibration reference file that estimates
   * the pixel-to-pixel read noise in the science data.
   */
  readnoise: string;
  /**
   * Reference Pixel Reference File Information
   *
   * Name of the calibration reference file used to correct
   * for 1/f noise using the reference pixels.
   */
  refpix: string;
  /**
   * Saturation Reference File Information
   *
   * Information about the saturation reference file used with the science
   * data.
   */
  saturation: string;
  /**
   * Boresight Alignment Matrix Reference File Information
   *
   * Information about the Boresight Alignment Matrix reference file.
   */
  bam: string;
}
/**
 * Relative Calibration System Information
 */
export type Rcs = {
  /**
   * Status of the Relative Calibration System (RCS)
   *
   * A boolean flag to indicate if the Relative Calibration
   * System (RCS) is on (True) or off (False) during the exposure.
   */
  active: boolean;
  /**
   * Relative Calibration System (RCS) Electronics Side
   *
   * The active redundant electronics used to control the
   * Relative Calibration System (RCS). Values may be "A" or "B" if
   * the RCS is on, and "N/A" if the RCS is off.
   */
  electronics: ("A" | "B" | "None") | null;
  /**
   * Light Emitting Diode (LED) Bank Selection
   *
   * The bank of light emitting diodes (LEDs) selected in
   * the program specification in the Astronomer's Proposal Tool
   * (APT). Values may be either "1" or "2" if the RCS is on, and
   * "N/A" if the RCS is off.
   */
  bank: ("1" | "2" | "None") | null;
  /**
   * Light Emitting Diode (LED) Passband
   *
   * The light emitting diode (LED) passband selected in
   * the program specification in the Astronomer's Proposal Tool
   * (APT). Values are integer strings between "1" and "6" inclusive,
   * when the RCS is on, and "N/A" when the RCS is off.
   */
  led: string | null;
  /**
   * Light Emitting Diode (LED) Flux (DN)
   *
   * The integrated number of counts of the light emitting
   * diode (LED) selected in the program specification in the
   * Astronomer's Proposal Tool (APT). Values are between 0 and
   * 65,535 in units of DN.
   */
  counts: number;
}
/**
 * Velocity Aberration Correction Information
 */
export type VelocityAberration = {
  /**
   * Velocity Aberrated Reference Right Ascension (deg)
   *
   * Reference position right ascension corrected for
   * velocity aberration in units of degrees.
   */
  ra_reference: number;
  /**
   * Velocity Aberrated Reference Declination (deg)
   *
   * Reference position declination corrected for velocity
   * aberration in units of degrees.
   */
  dec_reference: number;
  /**
   * Velocity Aberration Correction Scale Factor
   *
   * Scale factor used for the correction of the velocity
   * aberration.
   */
  scale_factor: number;
}
/**
 * Visit Information
 */
export type Visit = {
  /**
   * Dither Pattern Information
   */
  dither: {
    /**
     * Primary Dither Pattern Name
     *
     * Name of the primary dither pattern used for
     * the visit.
     */
    primary_name: string | null;
    /**
     * Subpixel Dither Pattern Name
     *
     * Name of the subpixel dither pattern used for
     * the visit.
     */
    subpixel_name: string | null;
    /**
     * Executed Dither Pattern Offsets (arcsec)
     *
     * The combination of the primary and subpixel
     * dither patterns (if selected) in units of arcseconds. If
     * a subpixel dither pattern is selected, then all of the
     * subpixel dither offsets are performed at each of the
     * points in the primary dither pattern. Thus, the total
     * number of dither offsets executed is the product of the
     * number of points in the primary and subpixel dither
     * patterns. The array contains (X, Y) pairs of offsets in
     * the subpixel dither pattern where the X and Y
     * coordinates are defined in the ideal system. The ideal
     * coordinate system is a geomtric-distortion-corrected
     * reference frame projected onto a tangent plane. For more
     * information, see the Science Instrument Aperture File
     * (SIAF) and associated documentation. The exposure
     * identifier in meta.observation.exposure can be used to
     * index this array to obtain the relative pointing offset
     * from the initial target position for this exposure. Note
     * that the exposure identifier is 1-indexed.
     */
    executed_pattern: number[] | null;
  };
  /**
   * Visit Type
   *
   * The type of visit from observation planning.
   */
  type: string;
  /**
   * Visit Start Time (UTC)
   *
   * The UTC time at the beginning of the visit. The time
   * is serialized on disk as an International Organization for
   * Standardization (ISO) 8601-compliant ISOT string, but if opened
   * in Python with the asdf-astropy package installed, it may be
   * read as an astropy.time.Time object with all of the associated
   * methods and transforms available. See the documentation for
   * astropy.time.Time objects for more information.
   */
  start_time: Time;
  /**
   * Number of Planned Exposures
   *
   * The total number of exposures planned within the
   * visit.
   */
  nexposures: number;
  /**
   * Internal Target
   *
   * A boolean indicator which, if true, indicates that the
   * target for the visit is an internal calibration target.
   */
  internal_target: boolean;
  /**
   * WFI Alignment Compensation Mechanism Z defocus size
   *
   * Size of the WFI ACM Z-defocus in millimeters.
   */
  wfi_acm_z_defocus_size: number | null;
}
/**
 * World Coordinate System (WCS) Information
 */
export type Wcsinfo = {
  /**
   * Aperture Name
   *
   * Name of the aperture used to specify the
   * transformations between detector pixel, science pixel, and
   * spacecraft V coordinate frames. This information comes from the
   * Science Instrument Aperture File (SIAF) in the Science
   * Operations Center (SOC) Project Reference Database (PRD).
   */
  aperture_name:
    | "WFI01_FULL"
    | "WFI02_FULL"
    | "WFI03_FULL"
    | "WFI04_FULL"
    | "WFI05_FULL"
    | "WFI06_FULL"
    | "WFI07_FULL"
    | "WFI08_FULL"
    | "WFI09_FULL"
    | "WFI10_FULL"
    | "WFI11_FULL"
    | "WFI12_FULL"
    | "WFI13_FULL"
    | "WFI14_FULL"
    | "WFI15_FULL"
    | "WFI16_FULL"
    | "WFI17_FULL"
    | "WFI18_FULL"
    | "WFI_01_FULL"
    | "WFI_02_FULL"
    | "WFI_03_FULL"
    | "WFI_04_FULL"
    | "WFI_05_FULL"
    | "WFI_06_FULL"
    | "WFI_07_FULL"
    | "WFI_08_FULL"
    | "WFI_09_FULL"
    | "WFI_10_FULL"
    | "WFI_11_FULL"
    | "WFI_12_FULL"
    | "WFI_13_FULL"
    | "WFI_14_FULL"
    | "WFI_15_FULL"
    | "WFI_16_FULL"
    | "WFI_17_FULL"
    | "WFI_18_FULL"
    | "WFI_CEN"
    | "BORESIGHT"
    | "CGI_CEN";
  /**
   * V2 Reference Position (arcsec)
   *
   * Coordinate of the reference pixel position along the
   * telescope V2 axis in units of arcseconds. This information comes
   * from the Science Instrument Aperture File (SIAF) in the Science
   * Operations Center (SOC) Project Reference Database (PRD). The
   * telescope V coordinate system is defined with its origin at the
   * vertex of the primary mirror. The +V1 axis is defined as
   * parallel to the telescope boresight, the +V3 axis is orthogonal
   * to the sunshield, and the +V2 axis completes the right-hand
   * system. See Roman-STScI-000143 "Description of the Roman SIAF
   * and Coordinate Frames" for more information.
   */
  v2_ref: number;
  /**
   * V3 Reference Position (arcsec)
   *
   * Coordinate of the reference pixel position along the
   * telescope V3 axis in units of arcseconds. This information comes
   * from the Science Instrument Aperture File (SIAF) in the Science
   * Operations Center (SOC) Project Reference Database (PRD). The
   * telescope V coordinate system is defined with its origin at the
   * vertex of the primary mirror. The +V3 axis is orthogonal to the
   * sunshield. See Roman-STScI-000143 "Description of the Roman SIAF
   * and Coordinate Frames" for more information.
   */
  v3_ref: number;
  /**
   * Relative Rotation Between the Ideal and Telescope Axes
   *
   * Relative sense of rotation between the ideal and
   * telescope coordinate systems. The value may be either 1 or -1.
   * This information comes from the Science Instrument Aperture File
   * (SIAF) in the Science Operations Center (SOC) Project Reference
   * Database (PRD). See documents STScI-JWST-001550 and
   * STScI-Roman-000143 for more information.
   */
  vparity: -1 | 1;
  /**
   * Angle Between the V3 and Ideal Y Axes (deg)
   *
   * Angle between the telescope V3 axis and the ideal Y
   * axis in units of degrees. This information comes from the
   * Science Instrument Aperture File (SIAF) in the Science
   * Operations Center (SOC) Project Reference Database (PRD). The
   * telescope V coordinate system is defined with its origin at the
   * vertex of the primary mirror. The +V3 axis is orthogonal to the
   * sunshield. The ideal coordinate system is a
   * geomtric-distortion-corrected reference frame projected onto a
   * tangent plane. See Roman-STScI-000143 "Description of the Roman
   * SIAF and Coordinate Frames" for more information.
   */
  v3yangle: number;
  /**
   * Right Ascension of the Reference Position (deg)
   *
   * Right ascension of the reference pixel position on the
   * sky in units of degrees.
   */
  ra_ref: number;
  /**
   * Declination of the Reference Position (deg)
   *
   * Declination of the reference pixel position on the sky
   * in units of degrees.
   */
  dec_ref: number;
  /**
   * V3 Position Angle at the Reference Position
   *
   * Position angle of the telescope V3 axis at the
   * reference pixel position measured from North to East. The
   * telescope V coordinate system is defined with its origin at the
   * vertex of the primary mirror. The +V3 axis is orthogonal to the
   * sunshield. See Roman-STScI-000143 "Description of the Roman SIAF
   * and Coordinate Frames" for more information.
   */
  roll_ref: number;
  /**
   * Spatial Extent of the Exposure
   *
   * The region of the sky enclosed by the pixel data
   * contained within this file. This is given as a polygon stored as
   * a string with the vertices defined by a list of right ascension
   * and declination pairs in units of degrees.
   */
  s_region: string;
}
/**
 * Level 2 Calibration Status
 */
export type L2CalStep = {
  /**
   * Assign World Coordinate System (WCS) Step
   *
   * Step in romancal that assigns a World Coordinate
   * System (WCS) object to a science image.
   */
  assign_wcs: CalStepFlag;
  /**
   * Flat Field Correction Step
   *
   * Step in romancal in which a science image is
   * flat-fielded, whereby each detector pixel is calibrated to give
   * the same signal for the same illumination based on the pixel
   * response.
   */
  flat_field: CalStepFlag;
  /**
   * Dark Current Subtraction Step
   *
   * Step in romancal that performs a correction for the
   * dark current by subtracting the dark reference data from the
   * science data.
   */
  dark: CalStepFlag;
  /**
   * Dark Decay Subtraction Step
   *
   * Step in romancal that performs subtracts signal
   * associated with the dark decay systematic, using the dark decay
   * reference file.
   */
  dark_decay: CalStepFlag;
  /**
   * Data Quality Initialization Step
   *
   * Step in romancal that initializes the data quality
   * array and masks known bad pixels.
   */
  dq_init: CalStepFlag;
  /**
   * Flux Scale Application Step
   *
   * Step in ROMANCAL which applies the scaling factors determined in the Photom calibrations step.
   * The data are converted from DN/s to MJy/sr.
   */
  flux: CalStepFlag;
  /**
   * Classical Linearity Correction Step
   *
   * Step in romancal that linearizes the ramp data to
   * correct for deviations from a linear response.
   */
  linearity: CalStepFlag;
  /**
   * Populate Photometric Keywords Step
   *
   * Step in romancal that populates photometric
   * calibration information in the metadata of the science file.
   */
  photom: CalStepFlag;
  /**
   * Source Catalog Step
   *
   * Step in romancal that detects point sources in an
   * image for use in astrometric alignment.
   */
  source_catalog: CalStepFlag;
  /**
   * Ramp Fitting Step
   *
   * Step in romancal that fits a slope to each pixel to
   * compute the count rate.
   */
  ramp_fit: CalStepFlag;
  /**
   * Reference Pixel Correction Step
   *
   * Step in romancal that corrects science pixels for
   * additional signal from the readout electronics (e.g., 1/f noise)
   * using the reference pixels.
   */
  refpix: CalStepFlag;
  /**
   * Saturation Identification Step
   *
   * Step in romancal that sets data quality flags for
   * pixels at or above the saturation threshold.
   */
  saturation: CalStepFlag;
  /**
   * Outlier Detection Step
   *
   * Step in ROMANCAL which detects and flags outliers in a science image.
   */
  outlier_detection: CalStepFlag;
  /**
   * Tweakreg step
   *
   * Step in romancal that compares the positions of point
   * sources in the image with coordinates from an astrometric
   * catalog and, if necessary, corrects the World Coordinate System
   * (WCS) alignment.
   */
  tweakreg: CalStepFlag;
  /**
   * Sky Matching for Combining Overlapping Images Step
   *
   * Step in ROMANCAL that computes sky background values of each input image
   * and derives scalings to equalize overlapping regions.
   */
  skymatch: CalStepFlag;
  /**
   * WFI18 Transient Anomaly Correction Step
   *
   * Step in romancal that fits and removes a transient anomaly in
   * the first read of a WFI18 exposure.
   */
  wfi18_transient: CalStepFlag;
}
/**
 * Level 1 (L1) Uncalibrated Roman Wide Field
 * Instrument (WFI) Ramp Cube
 */
export type WfiScienceRaw = {
  meta: Common;
  /**
   * Science Data (DN)
   *
   * Uncalibrated science ramp cube in units of data
   * numbers (DNs)
   *
   * Unit: DN
   */
  data: NdArray<"uint16">;
  /**
   * Amplifier 33 Reference Pixel Data (DN)
   *
   * Reference pixel data from amplifier 33 in units of
   * data numbers (DNs)
   *
   * Unit: DN
   */
  amp33: NdArray<"uint16">;
  /**
   * Resultant Data Quality Array
   *
   * Optional, 3-D data quality array with a plane for each
   * resultant.
   */
  resultantdq?: NdArray<"uint8">;
  /**
   * Reference Read (DN)
   *
   * Reference read in units of data numbers (DNs) subtracted
   * from subsequent reads up-the-ramp. This array is only present
   * if a reference read was used and downlinked.
   *
   * Unit: DN
   */
  reference_read?: NdArray<"uint16">;
  /**
   * Amplifier 33 Reference Pixel Data for the Reference Read (DN)
   *
   * Reference pixel data from amplifier 33 in units of data numbers (DNs)
   * for the reference read. This array is only present if a reference
   * read was used and downlinked.
   *
   * Unit: DN
   */
  reference_amp33?: NdArray<"uint16">;
}
/**
 * Level 2 (L2) Calibrated Roman Wide Field Instrument (WFI) Rate Image.
 */
export type WfiImage = {
  meta: Common & {
    background?: SkyBackground;
    /**
     * Calibration Log Messages
     *
     * String array of log messages recording the steps, failures,
     * and outputs of running pipeline steps. These log messages are typically
     * the same as those printed to the standard output (stdout) during
     * pipeline processing
     */
    cal_logs?: string[];
    cal_step?: L2CalStep;
    outlier_detection?: OutlierDetection;
    photometry: Photometry;
    source_catalog?: SourceCatalog;
    statistics?: Statistics;
    /**
     * WCS object
     */
    wcs: Wcs | null;
  };
  /**
   * Science Data (DN/s) or (MJy/sr)
   *
   * Calibrated science rate image in units of data numbers
   * per second (DN/s) or megaJanskys per steradian (MJy/sr).
   *
   * Unit: DN / s, MJy.sr**-1
   */
  data: NdArray<"float32">;
  /**
   * Data Quality
   *
   * Bitwise sum of data quality flags.
   */
  dq: NdArray<"uint32">;
  /**
   * Data Quality 2
   *
   * Bitwise sum of data quality 2 flags. These flags are propagated
   * from the dq2 arrays of reference files.
   */
  dq2: NdArray<"uint32">;
  /**
   * Error (DN / s) or (MJy / sr)
   *
   * Total error array in units of data numbers per second
   * (DN/s) or megaJanskys per steradian (MJy/sr).
   *
   * Unit: DN / s, MJy.sr**-1
   */
  err: NdArray<"float16">;
  /**
   * Poisson Variance (DN^2/s^2) or (MJy^2/sr^2)
   *
   * Component of the per pixel variance due to Poisson
   * noise in units of data numbers squared per second squared
   * (DN^2/s^2) or megaJanskys squared per square steradian
   * (MJy^2/sr^2).
   *
   * Unit: DN2 / s2, MJy**2.sr**-2
   */
  var_poisson: NdArray<"float16">;
  /**
   * Read Noise Variance (DN^2/s^2) or (MJy^2/sr^2)
   *
   * Component of the per pixel variance due to detector
   * read noise in units of data numbers squared per second squared
   * (DN^2/s^2) or megaJanskys squared per square steradian
   * (MJy^2/sr^2).
   *
   * Unit: DN2 / s2, MJy**2.sr**-2
   */
  var_rnoise?: NdArray<"float16">;
  /**
   * Flat Field Variance (DN^2/s^2) or (MJy^2/sr^2)
   *
   * Component of the per pixel variance due to the flat
   * field in units of data numbers squared per second squared
   * (DN^2/s^2) or megaJanskys squared per square steradian
   * (MJy^2/sr^2).
   *
   * Unit: DN2 / s2, MJy**2.sr**-2
   */
  var_flat?: NdArray<"float16">;
  /**
   * Chi-squared of Ramp Fit
   *
   * Chi-squared statistic of the ramp fit (unitless).
   */
  chisq: NdArray<"float16">;
  /**
   * Difference Uniform Minus Optimal (DN / s) or (MJy / sr)
   *
   * Ramp fit with uniform weights minus ramp fit with optimal weights
   * in units of data numbers per second (DN/s) or megaJanskys per
   * steradian (MJy/sr).
   *
   * Unit: DN / s, MJy.sr**-1
   */
  dumo: NdArray<"float16">;
  /**
   * Amplifier 33 Reference Pixel Data (DN)
   *
   * Reference pixel data from amplifier 33 in units of
   * data numbers (DN).
   *
   * Unit: DN
   */
  amp33: NdArray<"uint16">;
  /**
   * Left-Edge Border Reference Pixels (DN)
   *
   * Uncalibrated, four-pixel border reference pixel cube
   * from the left-edge of the detector in the science frame
   * orientation. In the L1 uncal file data array, these are pixels
   * (z, y, x) = [:, :, :4] in a zero-indexed system.
   *
   * Unit: DN
   */
  border_ref_pix_left: NdArray<"float32">;
  /**
   * Right-Edge Border Reference Pixels (DN)
   *
   * Uncalibrated, four-pixel border reference pixel cube
   * from the right-edge of the detector in the science frame
   * orientation. In the L1 uncal file data array, these are pixels
   * (z, y, x) = [:, :, 4092:] in a zero-indexed system.
   *
   * Unit: DN
   */
  border_ref_pix_right: NdArray<"float32">;
  /**
   * Border Reference Pixels on the Top of the Detector (DN)
   *
   * Border reference pixels on the top of the detector in units of DN.
   *
   * Unit: DN
   */
  border_ref_pix_top: NdArray<"float32">;
  /**
   * Bottom-Edge Border Reference Pixels (DN)
   *
   * Uncalibrated, four-pixel border reference pixel cube
   * from the bottom-edge of the detector in the science frame
   * orientation. In the L1 uncal file data array, these are pixels
   * (z, y, x) = [:, :4, :] in a zero-indexed system.
   *
   * Unit: DN
   */
  border_ref_pix_bottom: NdArray<"float32">;
  /**
   * Left-Edge Border Reference Pixel Data Quality (DN)
   *
   * Bitwise sum of data quality flags for the four-pixel
   * border reference pixel cube from the left-edge of the detector
   * in the science frame orientation. In the L1 uncal file data
   * array, these are pixels (z, y, x) = [:, :, :4] in a zero-indexed
   * system.
   */
  dq_border_ref_pix_left: NdArray<"uint32">;
  /**
   * Right-Edge Border Reference Pixel Data Quality (DN)
   *
   * Bitwise sum of data quality flags for the four-pixel
   * border reference pixel cube from the right-edge of the detector
   * in the science frame orientation. In the L1 uncal file data
   * array, these are pixels (z, y, x) = [:, :, 4092:] in a
   * zero-indexed system.
   */
  dq_border_ref_pix_right: NdArray<"uint32">;
  /**
   * Border Reference Pixel Data Quality on the Top of the Detector (DN)
   *
   * Bitwise sum of data quality flags for the four-pixel
   * border reference pixel cube from the top-edge of the detector in
   * the science frame orientation. In the L1 uncal file data array,
   * these are pixels (z, y, x) = [:, 4092:, :] in a zero-indexed
   * system.
   */
  dq_border_ref_pix_top: NdArray<"uint32">;
  /**
   * Bottom-Edge Border Reference Pixel Data Quality (DN)
   *
   * Bitwise sum of data quality flags for the four-pixel
   * border reference pixel cube from the bottom-edge of the detector
   * in the science frame orientation. In the L1 uncal file data
   * array, these are pixels (z, y, x) = [:, :4, :] in a zero-indexed
   * system.
   */
  dq_border_ref_pix_bottom: NdArray<"uint32">;
}
/**
 * Sky Background Information
 */
export type SkyBackground = {
  /**
   * Sky Background Level
   *
   * The sky background level in DN / s or MJy.sr**-1.
   *
   * Unit: DN / s, MJy.sr**-1
   */
  level: number | null;
  /**
   * Sky Background Method
   *
   * The method by which the sky background was determined.
   */
  method: "None" | "local" | "global+match" | "match" | "global";
  /**
   * Sky Background Subtraction Flag
   *
   * A boolean value which indicates whether the sky background has
   * been subtracted form the image or not.
   */
  subtracted: boolean;
}
/**
 * Outlier Detection Information
 */
export type OutlierDetection = {
  /**
   * Bit Mask
   *
   * Bit mask parameter sent to resample.
   */
  good_bits: string;
}
/**
 * Photometry Information
 */
export type Photometry = {
  /**
   * Zeropoint Flux (MJy/sr)
   *
   * The flux density (in units of megaJanskys per
   * steradian; MJy/sr) that produces an instrumental count rate of 1
   * data number (DN) per second. A unit change to microJanskys per
   * square arcsecond (uJy/arcsec^2) can be made by multiplying this
   * value by the ratio (1 x 10^12 MJy/uJy) / (4.254517 x 10^10
   * arcsec^2/sr) = 23.50443054.
   *
   * Unit: MJy.sr**-1
   */
  conversion_megajanskys: number | null;
  /**
   * Zeropoint Flux Uncertainty (MJy/sr)
   *
   * The uncertainty in the flux density (in units of
   * megaJanskys per steradian; MJy/sr) that produces an instrumental
   * count rate of 1 data number (DN) per second. A unit change to
   * microJanskys per square arcsecond (uJy/arcsec^2) can be made by
   * multiplying this value by the ratio (1 x 10^12 MJy/uJy) /
   * (4.254517 x 10^10 arcsec^2/sr) = 23.50443.
   *
   * Unit: MJy.sr**-1
   */
  conversion_megajanskys_uncertainty: number | null;
  /**
   * Nominal Pixel Area (sr)
   *
   * The average pixel area in units of steradians. This
   * may be converted to units of square arcseconds by multiplying
   * the value by 4.254517 x 10^10 square arcseconds per steradian.
   *
   * Unit: sr
   */
  pixel_area: number | null;
}
/**
 * Source Detection Catalog
 */
export type SourceCatalog = {
  /**
   * TweakReg Catalog Name
   *
   * Source catalog generated by the source catalog step for TweakReg.
   */
  tweakreg_catalog_name?: string;
}
/**
 * Basic Statistical Information
 */
export type Statistics = {
  /**
   * Estimated Zodiacal Light Surface Brightness (MJy/sr)
   *
   * A model estimate of the Zodiacal light
   * contribution to the sky background in units of MegaJanskys
   * per steradian (MJy/sr).
   */
  zodiacal_light: number;
  /**
   * Median Image Value (DN/s)
   *
   * Median image value in units of data numbers per
   * second (DN/s).
   */
  image_median: number;
  /**
   * Image Mean Absolute Deviation (DN/s)
   *
   * Mean absolute deviation of the image values in
   * units of data numbers per second (DN/s).
   */
  image_rms: number;
  /**
   * Fraction of Good Pixels
   *
   * The fraction of pixels on the science portion of
   * the detector for which the data quality bits are do not
   * include a value corresponding to "DO_NOT_USE".
   */
  good_pixel_fraction: number;
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
 * The schema for WFI Level 3 mosaics.
 */
export type WfiMosaic = {
  meta: L3Common & {
    cal_logs: {} | null;
    coadd_info: {} | null;
    coordinates: {} | null;
    individual_image_meta: {} | null;
    instrument: {} | null;
    observation: {} | null;
    program: {} | null;
    statistics: {} | null;
  } & {
    association: L3Association;
    cal_step: L3CalStep;
    resample: L3Resample;
    /**
     * World Coordinate System (WCS)
     */
    wcs: Wcs;
    wcsinfo: L3Wcsinfo;
  };
  /**
   * Science Data (MJy / steradian)
   *
   * The science data array, excluding the border reference pixels in units of
   * MJy / steradian.
   *
   * Unit: MJy.sr**-1
   */
  data: NdArray<"float32">;
  /**
   * Error Data (MJy / steradian)
   *
   * Unit: MJy.sr**-1
   */
  err: NdArray<"float32">;
  /**
   * Context Data
   */
  context: NdArray<"uint32">;
  /**
   * Weight Data
   */
  weight: NdArray<"float32">;
  /**
   * Poisson Variance (MJy^2 / steradian^2)
   *
   * Unit: MJy**2.sr**-2
   */
  var_poisson: NdArray<"float32">;
  /**
   * Read Noise Variance (MJy^2 / steradian^2
   *
   * Unit: MJy**2.sr**-2
   */
  var_rnoise: NdArray<"float32">;
  /**
   * Flat Field Variance (MJy^2 / steradian^2)
   *
   * Unit: MJy**2.sr**-2
   */
  var_flat?: NdArray<"float32">;
  /**
   * Sky Variance (MJy^2 / steradian^2)
   *
   * Unit: MJy**2.sr**-2
   */
  var_sky?: NdArray<"float32">;
}
/**
 * Common Level 3 Metadata
 */
export type L3Common = {
  /**
   * Calibration Software Name
   *
   * Name of the calibration software package used in
   * processing this file.
   */
  calibration_software_name: string;
  /**
   * Calibration Software Version Number
   *
   * The version number of the calibration software used in processing this
   * file.
   */
  calibration_software_version: string;
  /**
   * Data Release Identifier
   *
   * A label for the data release (if applicable). This keyword is optional and only populated for data release products.
   */
  data_release_id?: string;
  /**
   * File Name
   *
   * The auto-generated name of this file.
   */
  filename: string;
  file_date: FileDate;
  /**
   * Data Model Type
   *
   * The type of data model contained within this file.
   */
  model_type: string;
  origin: Origin;
  /**
   * Product Type Descriptor
   *
   * A descriptor for the type of data contained within the
   * file. This corresponds to the standard file suffixes for
   * archival data products. Consult the documentation for the list
   * of options.
   */
  product_type: string;
  /**
   * Telescope Name
   *
   * The name of the telescope used to acquire the data.
   */
  telescope: "ROMAN";
  /**
   * Calibration Log Messages
   *
   * String array of log messages recording the steps, failures,
   * and outputs of running pipeline steps. These log messages are typically
   * the same as those printed to the standard output (stdout) during
   * pipeline processing
   */
  cal_logs?: string[];
  /**
   * Celestial Coordinate Reference Frame
   */
  coordinates?: {
    /**
     * Name of the Celestial Coordinate Reference Frame
     *
     * Name of the celestial coordinate reference frame used for the World Coordinate System (WCS).
     */
    reference_frame: "ICRS";
  };
  /**
   * Co-Addition Information
   */
  coadd_info?: {
    /**
     * Start Time of the First Exposure
     *
     * The Universal Coordinated Time (UTC) start time of the first exposure ordered in time used to create the co-added product. The time is serialized on disk as an International Organization for Standardization (ISO) 8601-compliant ISOT string. If opened in Python with the asdf-astropy package installed, it may be read as an astropy.time.Time object with all of the associated methods and transforms available. See the documentation for astropy.time.Time objects for more information.
     */
    time_first: Time;
    /**
     * End Time of the Last Exposure
     *
     * The Universal Coordinated Time (UTC) end time of the last exposure ordered in time used to create the co-added product. The time is serialized on disk as an International Organization for Standardization (ISO) 8601-compliant ISOT string. If opened in Python with the asdf-astropy package installed, it may be read as an astropy.time.Time object with all of the associated methods and transforms available. See the documentation for astropy.time.Time objects for more information.
     */
    time_last: Time;
    /**
     * Mean Time of the Co-Added Data Product
     *
     * The Universal Coordinated Time (UTC) mean start time of the exposures used to create the co-added product. The time is serialized on disk as an International Organization for Standardization (ISO) 8601-compliant ISOT string. If opened in Python with the asdf-astropy package installed, it may be read as an astropy.time.Time object with all of the associated methods and transforms available. See the documentation for astropy.time.Time objects for more information.
     */
    time_mean: Time;
    /**
     * Maximum Exposure Time (s)
     *
     * Maximum exposure time of all pixels in the co-added product in units of seconds. The exposure times of each input pixel are drizzled onto the output frame, and then the maximum is computed from all output pixels with exposure time > 0 seconds.
     */
    max_exposure_time?: number;
    /**
     * Exposure Time (s)
     *
     * A representative exposure time for the co-added product in units of seconds. For Roman SOC products, the exposure times of each input pixel are drizzled on the output frame, and then the mean exposure time is computed from all output pixels with exposure time > 0 seconds. Please check the keyword meta.origin for contextual information.
     */
    exposure_time: number;
  };
  individual_image_meta?: IndividualImageMeta;
  /**
   * Wide Field Instrument (WFI) Configuration Information
   */
  instrument?: {
    /**
     * Instrument Name
     *
     * Name of the instrument used to acquire the science data.
     */
    name: "WFI";
    /**
     * Wide Field Instrument (WFI) Optical Element
     *
     * Name of the optical element used to take the science data. If data using multiple optical elements are combined, the value of optical_element will be None.
     */
    optical_element: WfiOpticalElement | null;
  };
  /**
   * Observation Identifiers
   */
  observation?: {
    /**
     * Execution Plan Number
     *
     * Identifier for the execution plan. An execution plan is a version of the complete set of activities for a survey. A survey may include portions of multiple execution plans. A new execution plan is required whenever there is a change in the program. The allowed range of execution plan numbers is 01 to 99 inclusive.
     */
    execution_plan: number | null;
    /**
     * Exposure Number
     *
     * An exposure is a single multi-accumulation (MA) table
     * sequence of the detector array at a single dither point in the
     * dither pattern. The allowed range of exposure numbers is 0001 to
     * 9999 inclusive.
     */
    exposure: number | null;
    /**
     * Exposure Grouping
     *
     * Conceptual type of exposure grouping used to create this coadd (e.g., by visit, or full)
     */
    exposure_grouping: string | null;
    /**
     * Observation Number
     *
     * Identifier for the observation. An observation is a
     * single traversal of a mosaic pattern, using a single, constant
     * instrument configuration (i.e., with no element wheel moves).
     * The allowed range of observation numbers is 001 to 999
     * inclusive.
     */
    observation: number | null;
    /**
     * Pass Number
     *
     * Identifier for the pass. A pass is the collection of activities generated from each iteration of a pass plan in the Astronomer's Proposal Tool (APT). Multiple passes may be generated from the same Pass Plan to allow repetition or execute at different orientations (via special requirements). The allowed range of pass numbers is 001 to 999 inclusive.
     */
    pass: number | null;
    /**
     * Program Number
     *
     * Identifier for the observing program. A program is an approved specification for a science, calibration, or engineering investigation to be pursued using Roman Space Telescope mission resources. The allowed range of program numbers is 00001 to 18445 inclusive.
     */
    program: number | null;
    /**
     * Segment Number
     *
     * Identifier for the segment. A segment is the sequence of activities produced by each iteration of an Astronomer's Proposal Tool (APT) segment plan in a pass. A segment may include multiple traversals of mosaic pattern(s), with element wheel moves occurring between observations. The allowed range of segment numbers is 001 to 999 inclusive.
     */
    segment: number | null;
    /**
     * Visit Number
     *
     * A visit is the smallest scheduling unit for Roman, which is a sequence of exposures executed without interruption, including dither patterns. A visit corresponds to one tile of the selected mosaic pattern. The allowed range of visit numbers is 001 to 999 inclusive.
     */
    visit: number | null;
  };
  /**
   * Program Information
   */
  program?: {
    /**
     * Proposal Title
     *
     * The submitted proposal title of the program.
     */
    title: string | null;
    /**
     * Principle Investigator Name
     *
     * The name of the principle investigator (PI) of the program.
     */
    investigator_name: string | null;
    /**
     * Program Category
     *
     * The submitted proposal category of the program. The categories include calibration (CAL), core community survey (CCS), coronagraph technology demonstration (CGI), observatory commissioning (COM), engineering (ENG), general astrophysics survey (GAS), general investigator (GI), and observing conducted at the direction of the National Aeronautics and Space Administration (NASA).
     */
    category: string | null;
    /**
     * Program Subcategory
     *
     * The submitted proposal subcategory of the program. The subcategories include calibration (CAL), coronagraph technology demonstration (CGI), community research programs (CR), discretionary research programs (DR), Galactic Bulge Time Domain Survey (GBTD), High-Latitude Time Domain Survey (HLTD), High-Latitude Wide-Area Survey (HLWA), observational research program (OR), Wide Field Instrument (WFI), and Wavefront Sensing and Control (WFSC). All subcategories belong to only a subset of the meta.program.category values.
     */
    subcategory: string | null;
    /**
     * Science Category
     *
     * The science category assigned during the Time Allocation Committee (TAC) review process.
     */
    science_category: string | null;
  };
  /**
   * Basic Statistical Information
   */
  statistics?: {
    /**
     * Median Image Value (MJy/sr)
     *
     * Median image value in units of megaJanskys per steradian (MJy/sr).
     */
    image_median: number;
    /**
     * Image Mean Absolute Deviation (MJy/sr)
     *
     * Mean absolute deviation of the image values in units of megaJanskys per steradian (MJy/sr).
     */
    image_rms: number;
    /**
     * Fraction of Good Pixels
     *
     * The fraction of pixels in the output image that are considered good.
     */
    good_pixel_fraction: number;
  };
}
/**
 * Selected, Tabulated Input Level 2 (L2) Calibrated Rate Image Metadata
 */
export type IndividualImageMeta = {
  /**
   * Table of Background Level 2 (L2) Metadata
   *
   * Table of background metadata from input calibrated rate image files. Background metadata contains measured sky background levels, the measurement method and if the file was background corrected.
   */
  background?: Table;
  /**
   * Table of Basic Level 2 (L2) Metadata
   *
   * Table of basic metadata from input calibrated rate image files. Basic metadata encompass a wide variety of information such as pipeline version numbers and origin of the file.
   */
  basic?: Table;
  /**
   * Table of Calibration Step Level 2 (L2) Metadata
   *
   * Table of calibration step metadata from input calibrated rate image files. Calibration step metadata indicate which calibration steps were applied to the data during detector-level processing.
   */
  cal_step?: Table;
  /**
   * Table of Coordinates Level 2 (L2) Metadata
   *
   * Table of coordinates metadata from input calibrated rate image files. Coordinates metadata indicate the type of coordinate system used (e.g., the International Celestial Reference System or ICRS).
   */
  coordinates?: Table;
  /**
   * Table of Ephemeris Level 2 (L2) Metadata
   *
   * Table of ephemeris metadata from input calibrated rate image files. Ephemeris metadata describe the location and movement of the spacecraft during the observations.
   */
  ephemeris?: Table;
  /**
   * Table of Exposure Level 2 (L2) Metadata
   *
   * Table of exposure metadata from input calibrated rate image files. Exposure metadata contain information about the exposure such as start time and readout pattern.
   */
  exposure?: Table;
  /**
   * Table of Guide Star Level 2 (L2) Metadata
   *
   * Table of guide star metadata from input calibrated rate image files. Guide star metadata describe the star and window used for guiding on that particular Wide Field Instrument (WFI) detector.
   */
  guide_star?: Table;
  /**
   * Table of Instrument Level 2 (L2) Metadata
   *
   * Table of instrument metadata from input calibrated rate image files. Instrument metadata contain information about the Wide Field Instrument (WFI) detector that the data correspond to as well as the optical element used during the observation.
   */
  instrument?: Table;
  /**
   * Table of Observation Level 2 (L2) Metadata
   *
   * Table of observation metadata from input calibrated rate image files. Observation metadata contain programmatic identifier information such as the pass number, execution plan number, and visit number.
   */
  observation?: Table;
  /**
   * Table of Photometry Level 2 (L2) Metadata
   *
   * Table of photometry metadata from input calibrated rate image files. Photometry metadata contains pixel area information, flux density conversion factors and uncertainty.
   */
  photometry?: Table;
  /**
   * Table of Pointing Level 2 (L2) Metadata
   *
   * Table of pointing metadata from input calibrated rate image files. Pointing metadata contains information about the telescope pointing.
   */
  pointing?: Table;
  /**
   * Table of Program Level 2 (L2) Metadata
   *
   * Table of program metadata from input calibrated rate image files. Program metadata contains information about the observing program.
   */
  program?: Table;
  /**
   * Table of RCS Level 2 (L2) Metadata
   *
   * Table of relative calibration system  metadata from input calibrated rate image files. RCS metadata contains information about state of the relative calibration system.
   */
  rcs?: Table;
  /**
   * Table of Reference File Level 2 (L2) Metadata
   *
   * Table of reference file metadata from input calibrated rate image files. Reference file metadata contains information about reference files used during calibration of the L2 files.
   */
  ref_file?: Table;
  /**
   * Table of Source Catalog Level 2 (L2) Metadata
   *
   * Table of source catalog metadata from input calibrated rate image files. Source catalog metadata contains information about the measured source catalogs for the L2 files.
   */
  source_catalog?: Table;
  /**
   * Table of Velocity Aberration Level 2 (L2) Metadata
   *
   * Table of velocity aberration metadata from input calibrated rate image files. Velocity aberration metadata contains information about the calculated velocity aberration.
   */
  velocity_aberration?: Table;
  /**
   * Table of Visit Level 2 (L2) Metadata
   *
   * Table of visit metadata from input calibrated rate image files. Visit metadata contains information about the dither, visit type, and planned exposures.
   */
  visit?: Table;
  /**
   * Table of WCS Info Level 2 (L2) Metadata
   *
   * Table of World Coordinate System (WCS) info metadata from input calibrated rate image files. WCS info metadata contains summary information about the sky footprint and relationship with the detectors.
   */
  wcsinfo?: Table;
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
 * Association Information
 */
export type L3Association = {
  /**
   * Association File Name
   *
   * Name of the association file used to generate the data product.
   */
  name: string;
}
/**
 * Level 3 Calibration Status
 */
export type L3CalStep = {
  /**
   * Flux Scale Application Step
   *
   * Step in romancal that applies the scaling factor(s) necessary to convert from units of data numbers per second (DN/s) to megaJanskys per steradian (MJy/sr).
   */
  flux: CalStepFlag;
  /**
   * Outlier Detection Step
   *
   * Step in romancal that detects and flags outliers in a stack of rate images.
   */
  outlier_detection: CalStepFlag;
  /**
   * Sky Matching Step
   *
   * Step in romancal that matches sky background levels of each input image and derives scaling factors to equalize overlapping regions.
   */
  skymatch: CalStepFlag;
  /**
   * Resampling Step
   *
   * Step in romancal which resamples and coadds each input 2D image based on its WCS onto a grid, in order to combine multiple images into a single coadded product.
   */
  resample: CalStepFlag;
}
/**
 * Resample Parameters
 */
export type L3Resample = {
  /**
   * Bit Mask
   *
   * Bit mask used in the resample step. This key contains strings that correspond to bits in the data quality (DQ) arrays of calibrated rate images. Bits are combined using plus signs (+) and use the bitwise operator tilde (~) to denote exclusion. For example, the string "~DO_NOT_USE+NON_SCIENCE" means to allow all data quality bits except DO_NOT_USE and NON_SCIENCE to be included in the final product. Conversely, a string of "GOOD" would only allow pixels with DQ bits equal to 0 in the calibrated rate images to be included in the final product.
   */
  good_bits: string;
  /**
   * Pixel Scale Ratio
   *
   * The ratio of the pixel scale compared to the native detector pixel scale. For example, a pixel scale of 0.9 will produce a resampled image with smaller pixels compared to the input calibrated rate images.
   */
  pixel_scale_ratio: number;
  /**
   * Pixel Fraction
   *
   * The fraction of a pixel to use for pixel convolution.
   */
  pixfrac: number;
  /**
   * Interpolation order
   *
   * Order of the 2D spline to interpolate the sparse pixel mapping if stepsize>1.  Supported values are: 1 (bilinear) or 3 (bicubic). This parameter is ignored when stepsize <= 1.
   */
  pixmap_order?: number;
  /**
   * Grid stepsize
   *
   * If ``stepsize>1``, perform the full WCS calculation on a sparser grid and use interpolation to fill in the rest of the pixels.  This option speeds up pixel map computation by reducing the number of WCS calls, though at the cost of reduced pixel map accuracy.  The loss of accuracy is typically negligible if the underlying distortion correction is smooth, but if the distortion is non-smooth, ``stepsize>1`` is not recommended.  Large ``stepsize`` values are automatically reduced to no more than 1/10 of image size.
   */
  pixmap_stepsize?: number;
  /**
   * Number of Input Images
   *
   * The number of input images combined with resample into an output product.
   */
  pointings: number;
  /**
   * Resample Input Filenames
   *
   * Names of the calibrated rate image files input into the resample code to create the output product.
   */
  members: string[];
  /**
   * Weight Type
   *
   * The weight type used by the drizzle algorithm in the resample step. The two weight options available are exposure time ("exptime") and inverse variance map ("ivm") weighting.
   */
  weight_type: string;
}
/**
 * WCS Information
 */
export type L3Wcsinfo = {
  /**
   * Right Ascension of Projection Region Center (deg)
   *
   * Right ascension in units of degrees at the center of the projection region over which the world coordinate system (WCS) of this image is defined. If this product does not use the Roman sky tessellation, then this keyword will be equal to meta.wcsinfo.ra.
   */
  ra_ref: number;
  /**
   * Declination of Projection Region Center (deg)
   *
   * Declination in units of degrees at the center of the projection region over which the world coordinate system (WCS) of this image is defined. If this product does not use the Roman sky tessellation, then this keyword will be equal to meta.wcsinfo.dec.
   */
  dec_ref: number;
  /**
   * X Coordinate of Projection Region Center
   *
   * Pixel X coordinate at the center of the projection region over which the world coordinate system (WCS) of this image is defined. If the projection region is larger than the image contained within this file, then the value of x_ref may or may not be contained within the boundaries of the data array in this file.
   */
  x_ref: number;
  /**
   * Y Coordinate of Projection Region Center
   *
   * Pixel Y coordinate at the center of the projection region over which the world coordinate system (WCS) of this image is defined. If the projection region is larger than the image contained within this file, then the value of y_ref may or may not be contained within the boundaries of the data array in this file.
   */
  y_ref: number;
  /**
   * Pixel Scale at Projection Region Center (degrees per pixel)
   *
   * Pixel scale in units of degrees per pixel at the center of the projection region. If this product does not use the Roman sky tessellation, then this keyword will be equal to meta.wcsinfo.pixel_scale.
   */
  pixel_scale_ref: number;
  /**
   * Pixel Scale at Image Center (degrees per pixel)
   *
   * Pixel scale in units of degrees per pixel at the center of the image in this file.
   */
  pixel_scale: number;
  /**
   * Projection Type
   *
   * Type of projection used for the world coordinate system (WCS). A value of "TAN" indicates a tangent plane projection.
   */
  projection: "TAN";
  /**
   * Spatial Extent of the Image
   *
   * The region of the sky enclosed by the pixel data contained within this file. This is given as a polygon stored as a string with the vertices defined by a list of right ascension and declination pairs in units of degrees.
   */
  s_region: string;
  /**
   * Shape of Image (pixels)
   *
   * Shape of the image (nx, ny) in units of pixels.
   */
  image_shape: number[];
  /**
   * Right Ascension of Image Center (deg)
   *
   * Right ascension in units of degrees at the center of the image.
   */
  ra: number;
  /**
   * Declination of Image Center (deg)
   *
   * Declination in units of degrees at the center of the image.
   */
  dec: number;
  /**
   * Image Orientation (deg)
   *
   * Angle in units of degrees between celestial North and the image y-axis at the center of the image turning positive in the direction of increasing right ascension.
   */
  orientation: number;
  /**
   * Projection Region Orientation (deg)
   *
   * Angle in units of degrees between celestial North and the image y-axis at the center of the projection region turning positive in the direction of increasing right ascension. If this product does not use the Roman sky tessellation, then this keyword will be equal to meta.wcsinfo.orientation.
   */
  orientation_ref: number;
  /**
   * Skycell Name
   *
   * Name of the skycell in the Roman sky tessellation to which this product corresponds. If this product is not a skycell product, this field will be None.
   */
  skycell_name: string | null;
  /**
   * 2x2 rotation matrix
   */
  rotation_matrix: number[][];
}
/**
 * Level 2 (L2) WCS information for Roman Wide Field Instrument (WFI) Rate Image.
 */
export type WfiWcs = {
  meta: Basic & {
    coordinates: Coordinates;
    ephemeris: Ephemeris;
    exposure: Exposure;
    instrument: WfiMode;
    observation: Observation;
    pointing: Pointing;
    program: Program;
    velocity_aberration: VelocityAberration;
    visit: Visit;
    wcsinfo: Wcsinfo;
    /**
     * tweakreg/GAIA fit results
     *
     * Results from the tweakreg result when aligning to GAIA.
     * If missing or None, GAIA alignment was not done or failed.
     */
    wcs_fit_results?: TreeMap;
  };
  /**
   * L2 GWCS
   *
   * The GWCS object for the Level 2 product that generated it.
   * If the `tweakreg` step is successfully done, this will be the
   * GAIA-aligned wcs.
   */
  wcs_l2?: Wcs;
  /**
   * L1 GWCS
   *
   * The GWCS object derived from the Level 2 GWCS but with an extra shift
   * and expanded bounding box to account for the larger data array size of
   * the Level 1 product.
   */
  wcs_l1?: Wcs;
}
/**
 * AB Vega Offset Reference File Schema
 */
export type Abvegaoffset = {
  meta: RefCommon & {
    reftype?: "ABVEGAOFFSET";
  };
  data: {
    [k: string]: {
      /**
       * AB-Vega Magnitude Offset
       *
       * Magnitude difference between the AB and Vega magnitude systems. Found by calculating the AB magnitude of Vega within the optical element bandpass.
       */
      abvega_offset: number | null;
    };
  };
}
/**
 * Common Reference File Metadata Properties
 */
export type RefCommon = {
  /**
   * Reference File Type
   *
   * The capitalized string of the reference file type (e.g., DARK).
   */
  reftype: string;
  /**
   * Pedigree
   *
   * The pedigree of the reference file (e.g., GROUND).
   */
  pedigree: string;
  /**
   * Description
   *
   * A string describing the reference file, its intended usage, etc.
   */
  description: string;
  /**
   * Author
   *
   * The author of who or what created the reference file.
   */
  author: string;
  /**
   * Use After Date
   *
   * The use after date of the reference file for CRDS best references
   * matching.
   */
  useafter: Time;
  /**
   * Telescope Name
   *
   * The name of the telescope used to acquire the data.
   */
  telescope: "ROMAN";
  /**
   * Organization
   *
   * The organization responsible for creating the file, e.g. STSCI for the
   * Space Telescope Science Institute.
   */
  origin: string;
  instrument: {
    /**
     * Instrument
     *
     * The Wide Field Instrument (WFI).
     */
    name: "WFI";
    /**
     * Detector
     *
     * The numbered WFI detector in the focal plane (e.g., WFI01 for SCA 01).
     */
    detector: WfiDetector | "NOT_CONFIGURED";
  };
}
/**
 * Aperture Correction Reference File Schema
 */
export type Apcorr = {
  meta: RefCommon & {
    reftype?: "APCORR";
  };
  data: {
    [k: string]: {
      /**
       * Aperture Corrections
       *
       * The aperture correction for each enclosed energy fraction, corresponding to 1 / ee_fractions.
       */
      ap_corrections: null | NdArray<"float64">;
      /**
       * Enclosed Energy Fractions
       *
       * Fractions of the enclosed energy of the PSF at which to estimate the aperture correction and enclosed energy radii.
       */
      ee_fractions: null | NdArray<"float64">;
      /**
       * Enclosed Energy Radii
       *
       * Radius, in arcseconds, within which the enclosed energy fractions are met. The indexing matches that of "ee_fractions".
       */
      ee_radii: null | NdArray<"float64">;
      /**
       * Inner Radius for the Sky Background
       *
       * Inner radius, in arcseconds, to use when estimating the local sky background within an annulus between this radius and "sky_background_rout".
       */
      sky_background_rin: number | null;
      /**
       * Outer Radius for the Sky Background
       *
       * Outer radius, in arcseconds, to use when estimating the local sky background within an annulus between this radius and "sky_background_rin".
       */
      sky_background_rout: number | null;
    };
  };
}
/**
 * Dark Reference File Schema
 */
export type Dark = {
  meta: RefCommon & {
    reftype?: "DARK";
  } & RefExposureType &
    RefOpticalElement;
  /**
   * 2-D Data Quality Array
   *
   * The 2-D data quality array for the Dark Current Array.
   */
  dq: NdArray<"uint32">;
  /**
   * Dark Current Rate Array
   *
   * The dark current rate array represents the slope of the integrated number
   * of counts due to the accumulation of dark current electrons in the pixels
   * calculated from slope fitting the Dark Current Array.
   *
   * Unit: DN / s
   */
  dark_slope: NdArray<"float32">;
  /**
   * Dark Current Rate Uncertainty Array
   *
   * The uncertainty calculated from the slope fitting of the Dark Current
   * Array.
   *
   * Unit: DN / s
   */
  dark_slope_error: NdArray<"float32">;
}
/**
 * Exposure Type Reference Schema
 */
export type RefExposureType = {
  exposure: {
    /**
     * WFI Mode
     *
     * The type of data taken with the WFI. Allowed values are WFI_IMAGE for
     * imaging mode, WFI_FLAT for flat fields, and WFI_WFSC.
     */
    type: ExposureType;
    /**
     * WFI Mode for CRDS
     *
     * The potentially multiple mode strings applied to data for reference
     * file matching in CRDS. Modes are separated by "|".
     */
    p_exptype: string;
  };
}
/**
 * Optical Element Reference Schema
 */
export type RefOpticalElement = {
  instrument: {
    optical_element: WfiOpticalElement;
  };
}
/**
 * Detector Status Reference File Schema
 */
export type Detectorstatus = {
  meta: RefCommon & {
    reftype?: "DETECTORSTATUS";
  };
  /**
   * The status info dictionary lists each WFI detector as enabled if True or False if not enabled for prompt processing.
   */
  status_info: {
    [k: string]: {
      /**
       * Detector Status
       *
       * WFI detector status for prompt processing. Enabled if True or False if not enabled.
       */
      enabled: boolean;
    };
  };
}
/**
 * Dark Decay Signal Reference File Schema
 */
export type Darkdecaysignal = {
  meta: RefCommon & {
    reftype?: "DARKDECAYSIGNAL";
  };
  decay_table: {
    [k: string]: {
      /**
       * Decay Amplitude
       *
       * The exponential amplitude of the dark decay signal in DN at time t=0.
       */
      amplitude: number | null;
      /**
       * Time Constant
       *
       * The exponential time constant by which the amplitude of the residual decreases with time.
       */
      time_constant: number | null;
    };
  };
}
/**
 * Distortion Reference Schema
 */
export type Distortion = {
  meta: RefCommon & {
    reftype?: "DISTORTION";
  } & RefOpticalElement;
  /**
   * Distortion Transform Model with inputs in "pixel" and outputs in "arcsec"
   *
   * The astropy.modeling.Model instance of of the distortion transform model.
   */
  coordinate_distortion_transform: TreeMap;
}
/**
 * ePSF Reference File Schema
 */
export type Epsf = {
  meta: RefCommon &
    RefOpticalElement & {
      reftype?: "EPSF";
      /**
       * Oversampling Factor
       *
       * Factor by which the WFI pixels have been oversampled to generate the PSF.
       */
      oversample?: number;
      /**
       * Spectral Type
       *
       * Spectral type(s) of the SEDs used to create the ePSF(s) with chromatic variations. See the Roman Documentation system (RDox) for more information on mapping spectral types to colors in the WFI filter system.
       */
      spectral_type?: string[];
      /**
       * Defocus Waves
       *
       * Number of defocus waves applied to the PSF.
       */
      defocus?: number[];
      /**
       * X Position
       *
       * X-axis position of the PSF models. The order of the positions corresponds to the order of the PSFs in the psf array.
       */
      pixel_x: number[];
      /**
       * Y Position
       *
       * Y-axis position of the PSF models. The order of the positions corresponds to the order of the PSFs in the psf array.
       */
      pixel_y: number[];
      /**
       * Major Axis Jitter (milliarcseconds)
       *
       * Estimate of the guidestar jitter kernel width (in milliarcseconds) along the major axis of the jitter kernel.
       */
      jitter_major: number;
      /**
       * Minor Axis Jitter (milliarcseconds)
       *
       * Estimate of the guidestar jitter kernel width (in milliarcseconds) along the minor axis of the jitter kernel.
       */
      jitter_minor: number;
      /**
       * Jitter Position Angle (deg)
       *
       * Position angle (in degrees) of the jitter kernel in the science coordinate system. The position angle is the angle of the major axis relative to the +Y axis, with PA increasing as the major axis moves toward the +X axis.
       */
      jitter_position_angle: number;
    };
  /**
   * ePSF Stamps
   *
   * Postage stamps of ePSF models. The 5-dimensional array is ordered by (defocus, spectral_type, grid_index, y, x), where defocus and spectral_type are in the file metadata, grid_index is the index of the pixel_x and pixel_y positions in the file metadata, and y and x are the axes of the 2-D postage stamp ePSF.
   */
  psf: NdArray<"float32">;
  /**
   * Extended ePSF Stamp
   *
   * Postage stamp of a bright ePSF model with extended wings. If present, a single, in-focus, monochromatic ePSF is generated at the center of the detector.
   */
  extended_psf?: NdArray<"float32">;
}
/**
 * Exposure Time Calculator Reference File Schema
 */
export type Etc = {
  meta: RefCommon & {
    reftype?: "ETC";
  };
  form: {
    /**
     * Cosmic Rays Flag
     *
     * When set to 'True', cosmic rays are considered in the ETC engine in the noise calculation by default.
     */
    cosmic_rays_on?: boolean;
    /**
     * Dark Current
     *
     * Median dark value in electrons/s.
     */
    dark_current?: number;
    /**
     * Dark Current Flag
     *
     * When set to 'True', the ETC engine will consider dark current in the noise calculation by default.
     */
    dark_current_on?: boolean;
    /**
     * Detector Type
     *
     * Detector type of the WFI. The value is h4rg-10 for Roman.
     */
    det_type?: string;
    /**
     * Flat Field Electrons
     *
     * Total number of electrons in the superflat. Used to determine the flat fielding error by the ETC.
     */
    flat_field_electrons?: number;
    /**
     * Flat Field Noise Flag
     *
     * When set to 'True', flat field noise is considered in the ETC engine in the noise calculation by default.
     */
    flat_field_noise_on?: boolean;
    /**
     * Inter Pixel Correlation Flag
     *
     * When set to 'True', IPC convolution is considered in the ETC engine in the noise calculation by default.
     */
    inter_pixel_correlation_on?: boolean;
    /**
     * Thermal Reset Noise
     *
     * special additive noise in electrons for the nresultants = 1 for Roman.
     */
    ktc_noise?: number;
    /**
     * Minimnum Number of Unsaturated Resultants
     *
     * Minimum number of unsaturated resultants below which a pixel is said to be fully saturated.
     */
    minresultants?: number;
    /**
     * Pixel Size in x-direction
     *
     * Pixel size in microns. Used in cosmic ray calculation by the ETC engine. The value is 10 for Roman.
     */
    pix_size_x?: number;
    /**
     * Pixel Size in y-direction
     *
     * Pixel size in microns. Used in cosmic ray calculation by the ETC engine. The value is 10 for Roman.
     */
    pix_size_y?: number;
    /**
     * Number of Pixels in x-direction
     *
     * Number of pixels in the detector. The value is 4088 for Roman.
     */
    pixels_x?: number;
    /**
     * Number of Pixels in y-direction
     *
     * Number of pixels in the detector. The value is 4088 for Roman.
     */
    pixels_y?: number;
    /**
     * Quantum Yield Scaling Factor
     *
     * A scaling factor for the quantum yield.
     */
    qyield_noise_excess_scaling?: number;
    /**
     * Readnoise
     *
     * Median single read noise value in electrons.
     */
    readnoise?: number;
    /**
     * Readnoise Correlation Flag
     *
     * When set to 'True', the readnoise is considered as correlated in the ETC engine in the noise calculation by default. In this case, the engine requires a correlation matrix in place.
     */
    readnoise_correlation_on?: boolean;
    /**
     * Excess Readnoise Flag
     *
     * When set to 'True', excess noise is considered in the ETC engine in the noise calculation by default.
     */
    readnoise_excess_additive_on?: boolean;
    /**
     * Second-order Quadratic Correction Term to the Readnoise
     *
     * An additional parameter used as a quadratic correction to the noise term. This is the second-order term.
     */
    readnoise_excess_additive_p1?: number;
    /**
     * first-order Quadratic Correction Term to the Readnoise
     *
     * An additional parameter used as a quadratic correction to the noise term. This is the first-order term.
     */
    readnoise_excess_additive_p2?: number;
    /**
     * Readnoise Scaling Factor
     *
     * Readnoise correction factor. Multiplies by readnoise.
     */
    readnoise_excess_scaling?: number;
    /**
     * Readnoise Flag
     *
     * When set to 'True', readnoise is considered in the ETC engine in the noise calculation by default.
     */
    readnoise_on?: boolean;
    /**
     * Report in Counts Flag
     *
     * When set to 'True', the ETC engine reports outputs in counts/s instead of electrons/s.
     */
    report_counts?: boolean;
    /**
     * Saturation Fullwell Depth
     *
     * Typical fullwell depth. Used to determine the saturation by the ETC
     */
    saturation_fullwell?: number;
    /**
     * Saturation Flag
     *
     * When set to 'True', the ETC engine computes pixel saturation by default.
     */
    saturation_on?: boolean;
    /**
     * Detector Scattering Flag
     *
     * When set to 'True', detector scattering is considered in the ETC engine in the noise calculation by default.
     */
    scattering_on?: boolean;
  };
}
/**
 * Flat Reference File Schema
 */
export type Flat = {
  meta: RefCommon & {
    reftype?: "FLAT";
  } & RefOpticalElement;
  /**
   * Flat Data Array
   *
   * The Flat Data Array represents the small and large pixel-to-pixel
   * mitigations necessary to account for wavelength dependent detector
   * sensitivity and distortions in the optical path.
   */
  data: NdArray<"float32">;
  /**
   * 2-D Data Quality Array
   *
   * The 2-D data quality array for the Flat Data Array.
   */
  dq: NdArray<"uint32">;
  /**
   * Flat Data Uncertainty Array
   *
   * The uncertainty in the Flat Data Array.
   */
  err: NdArray<"float32">;
}
/**
 * Gain Reference File Schema
 */
export type Gain = {
  meta: RefCommon & {
    reftype?: "GAIN";
  };
  /**
   * Gain Data Array
   *
   * The Gain Data Array represents the pixel to pixel conversion from digital
   * numbers (DN) to electrons (e). The units are e/DN.
   *
   * Unit: electron / DN
   */
  data: NdArray<"float32">;
}
/**
 * Integral Nonlinearity Correction Reference Schema
 */
export type Integralnonlinearity = {
  meta: RefCommon & {
    reftype?: "INTEGRALNONLINEARITY";
    /**
     * Number of channels
     *
     * The number of channels.
     */
    n_channels: number;
    /**
     * Number of Pixels per Channel
     *
     * The number of the pixels per channel.
     */
    n_pixels_per_channel: number;
  };
  /**
   * Science channel refers to the channel number in the science coordinate reference frame.
   * One-based indexing. reference frames are outlined at:
   * https://roman-docs.stsci.edu/data-handbook-home/wfi-data-format/coordinate-systems
   */
  inl_table: {
    [k: string]: {
      /**
       * Instrument Channel Number
       *
       * Instrument channel refers to the channel number in the detector coordinate reference frame.
       * Zero-based indexing.
       */
      instrument_channel: number;
      /**
       * Channel Correction
       *
       * Channel Correction
       */
      correction: null | NdArray<"float64">;
    };
  };
  /**
   * Integral Inverse Linearity
   *
   * Integral Inverse Linearity
   */
  value: null | NdArray<"uint16">;
}
/**
 * Inverse Linearity Correction Reference Schema
 */
export type Inverselinearity = {
  meta: RefCommon & {
    reftype?: "INVERSELINEARITY";
  };
  /**
   * Inverse Linearity Coefficients
   *
   * Contains the coefficients of a polynomial which describe the non-linear
   * response of each pixel to a linear signal. Both the input to and output
   * from the polynomial are in units of DN. The coefficients have units that
   * contain various powers of DN.
   */
  coeffs: NdArray<"float32">;
  /**
   * Two Dimensional Data Quality Array for All Resultants
   *
   * Two Dimensional data Quality Array for all Resultants
   */
  dq: NdArray<"uint32">;
}
/**
 * Interpixel Capacitance Reference File Schema
 */
export type Ipc = {
  meta: RefCommon &
    RefOpticalElement & {
      reftype?: "IPC";
    };
  /**
   * Interpixel Capacitance Kernel Array
   *
   * The kernel array used for convolving data to correct for interpixel
   * capacitance of neighboring pixels.
   */
  data: NdArray<"float32">;
}
/**
 * Linearity Correction Reference Schema
 */
export type Linearity = {
  meta: RefCommon & {
    reftype?: "LINEARITY";
  };
  /**
   * Linearity Coefficients
   *
   * Contains the coefficients of a polynomial to correct the non-linear
   * response of each pixel to a linear signal. Both the input to and output
   * from the polynomial are in units of DN. The coefficients have units that
   * contain various powers of DN.
   */
  coeffs: NdArray<"float32">;
  /**
   * Two Dimensional Data Quality Array for All Resultants
   *
   * Two Dimensional data Quality Array for all Resultants
   */
  dq: NdArray<"uint32">;
}
/**
 * Mask Reference File Schema
 */
export type Mask = {
  meta: RefCommon & {
    reftype?: "MASK";
  };
  /**
   * Mask Data Quality Array
   *
   * The Mask Data Quality Array is the pixel value of the sum of bit integer
   * dq flags.
   */
  dq: NdArray<"uint32">;
}
/**
 * Pixel Area Reference Schema
 */
export type Pixelarea = {
  meta: RefCommon & {
    reftype?: "AREA";
    photometry: {
      /**
       * Pixel Area (steradians)
       *
       * The nominal pixel area in steradians.
       */
      pixelarea_steradians: number | null;
      /**
       * Pixel Area (arcsec^2)
       *
       * The nominal pixel area in arcec^2.
       */
      pixelarea_arcsecsq: number | null;
    };
  } & RefOpticalElement;
  /**
   * Pixel Area Array
   *
   * Pixel area in units of of either arcseconds or steradians.
   */
  data: NdArray<"float32">;
}
/**
 * Read Noise Reference File Schema
 */
export type Readnoise = {
  meta: RefCommon & {
    reftype?: "READNOISE";
  } & RefExposureType;
  /**
   * Read Noise Data Array
   *
   * The pixel-by-pixel map read noise data array is used in estimating the
   * expected noise in each pixel.
   *
   * Unit: DN
   */
  data: NdArray<"float32">;
}
/**
 * Reference Pixel Correction Reference Schema
 */
export type Refpix = {
  meta: RefCommon & {
    reftype?: "REFPIX";
  };
  /**
   * Left column correction coefficients
   */
  gamma: NdArray<"complex128">;
  /**
   * Right column correction coefficients
   */
  zeta: NdArray<"complex128">;
  /**
   * Reference output correction coefficients
   */
  alpha: NdArray<"complex128">;
}
/**
 * Saturation Reference File Schema
 */
export type Saturation = {
  meta: RefCommon & {
    reftype?: "SATURATION";
  };
  /**
   * Saturation Threshold Array
   *
   * The pixel level threshold for determining saturation before non-linearity
   * corrections are applied.
   *
   * Unit: DN
   */
  data: NdArray<"float32">;
  /**
   * 2-D Data Quality Array
   *
   * The 2-D data quality array for the Saturation Threshold Array.
   */
  dq: NdArray<"uint32">;
}
/**
 * Super-Bias Reference Schema
 */
export type Superbias = {
  meta: RefCommon & {
    reftype?: "BIAS";
  };
  /**
   * Two Dimensional Bias Array
   *
   * Two Dimensional Bias Array.
   */
  data: NdArray<"float32">;
  /**
   * Two Dimensional Quality Array for all Resultants
   *
   * Two Dimensional Quality Array for all Resultants.
   */
  dq: NdArray<"uint32">;
  /**
   * Two Dimensional Error Array
   *
   * Two Dimensional Error Array.
   */
  err: NdArray<"float32">;
}
/**
 * WFI Imaging Photometric Flux Conversion Data Model
 */
export type WfiImgPhotom = {
  meta: RefCommon & {
    reftype?: "PHOTOM";
  };
  /**
   * Photometric Properties Table
   *
   * Table containing photometric properties of the WFI optical elements.
   */
  phot_table: {
    [k: string]:
      | (BasicPhotTableEntry & {
          /**
           * Unit: (MJy/sr) / (DN/s)
           */
          photmjsr?: number;
          /**
           * Unit: (MJy/sr) / (DN/s)
           */
          uncertainty?: number;
          /**
           * Unit: sr
           */
          pixelareasr?: number;
          /**
           * Unit: m^2
           */
          collecting_area?: number;
          /**
           * Unit: microns
           */
          wavelength?: NdArray<"float32">;
          /**
           * Unit: m^2
           */
          effective_area?: NdArray<"float32">;
        })
      | (BasicPhotTableEntry & {
          photmjsr?: null;
          uncertainty?: null;
          pixelareasr?: null;
          /**
           * Unit: m^2
           */
          collecting_area?: number;
          /**
           * Unit: microns
           */
          wavelength?: NdArray<"float32">;
          /**
           * Unit: m^2
           */
          effective_area?: NdArray<"float32">;
        })
      | (BasicPhotTableEntry & {
          photmjsr?: null;
          uncertainty?: null;
          pixelareasr?: null;
          collecting_area?: null;
          wavelength?: null;
          effective_area?: null;
        });
  };
}
export type BasicPhotTableEntry = {
  /**
   * Surface Brightness Zeropoint
   *
   * Zeropoint that converts from data numbers per second (DN/s) to megaJanskys per steradian (MJy/sr).
   */
  photmjsr: TreeValue;
  /**
   * Surface Brightness Zeropoint Uncertainty
   *
   * Uncertainty in the zeropoint that converts from units of data numbers per second (DN/s) to megaJanskys per steradian (MJy/sr).
   */
  uncertainty: TreeValue;
  /**
   * Nominal Pixel Area
   *
   * The nominal pixel area in units of steradians.
   */
  pixelareasr: TreeValue;
  /**
   * Collecting Area (square meters)
   *
   * Collecting area of the telescope in units of square meters (m^2) for the selected optical element. This value includes the primary mirror area and any obstructions in the optical chain.
   */
  collecting_area: TreeValue;
  /**
   * Effective Area Wavelength Array (microns)
   *
   * The wavelength array in units of microns at which the effective area has been measured.
   */
  wavelength: TreeValue;
  /**
   * Effective Area Array (m^2)
   *
   * The effective area in units of square meters (m^2) as a function of wavelength.
   */
  effective_area: TreeValue;
}
/**
 * Skycells Reference File Schema
 */
export type Skycells = {
  /**
   * Metadata for Skycells definitions reference file
   *
   * The necessary metadata for the Skycells reference file
   */
  meta: {
    /**
     * Reference File Type
     *
     * The capitalized string of the reference file type (e.g., DARK).
     */
    reftype?: "SKYCELLS";
    /**
     * Pedigree
     *
     * The pedigree of the reference file (e.g., GROUND).
     */
    pedigree?: "GROUND";
    /**
     * Description
     *
     * A string describing the reference file, its intended usage, etc.
     */
    description?: string;
    /**
     * Author
     *
     * The author of who or what created the reference file.
     */
    author?: string;
    /**
     * Use After Date
     *
     * The use after date of the reference file for CRDS best references
     * matching.
     */
    useafter?: Time;
    /**
     * Telescope Name
     *
     * The name of the telescope used to acquire the data.
     */
    telescope?: "ROMAN";
    /**
     * Organization
     *
     * The organization responsible for creating the file, e.g. STSCI for the
     * Space Telescope Science Institute.
     */
    origin?: string;
    instrument?: {
      /**
       * Instrument
       *
       * The Wide Field Instrument (WFI).
       */
      name?: "WFI";
    };
    /**
     * Number of pixels in both x and y dimensions
     *
     * The shape of the skycell is (nxy_skycell, nxy_skycell)
     */
    nxy_skycell?: number;
    /**
     * The number of pixels in all directions that overlap with the adjacent skycell.
     *
     * Within a projection region, skycells are tiled on the same global pixel grid;
     * this value indicates how many pixels are overlapped in all directions in this tiling.
     */
    skycell_border_pixels?: number;
    /**
     * The size of a pixel at the tangent point in arcseconds
     *
     * The size of the pixel at the tangent point as projected on the sky in linear pixels for
     * both directions (e.g., it is assumed equal for both directions).
     */
    pixel_scale?: number;
  };
  /**
   * Information about each projection region
   *
   * A structured array that contains relevant information about all the projection regions that
   * cover the entire celestial sphere.
   */
  projection_regions: NdArray;
  /**
   * Information about all skycells
   *
   * Relevant information about all skycells that have been defined to cover the celestial sphere.
   */
  skycells: NdArray;
}
/**
 * Multiple Accumulation Table Reference File Schema
 */
export type Matable = {
  meta: RefCommon & {
    reftype?: "MATABLE";
  };
  /**
   * Guide Window Tables
   *
   * Dictionary of guide window MA Tables keyed by their table ID
   * (a unique string identifier combining "GW" and a four-digit,
   * zero-padded integer between 1-9999)
   */
  guide_window_tables: {
    [k: string]: {
      /**
       * Effective Pedestal Exposure Time
       *
       * Time in seconds after the last pedestal reset to the arithmetic
       * mean time of all pedestal reads.
       */
      effective_pedestal_exposure_time: number;
      /**
       * Effective Signal Exposure Time
       *
       * Time in seconds after the last pedestal reset to the arithmetic
       * mean time of all signal reads (excluding skipped signal reads).
       * This time includes the time taken to read science detector rows
       * (the number of which is defined by "science_block_size").
       */
      effective_signal_exposure_time: number;
      /**
       * Guide Window Readout Time
       *
       * Time in seconds required to read out the guide window.
       */
      gw_readout_time: number;
      /**
       * MA Table Description
       *
       * Longer description of the MA table provided by GSFC.
       */
      ma_table_description: string;
      /**
       * MA Table Name
       *
       * Name of the MA table provided by GSFC. This may not be unique.
       */
      ma_table_name: string;
      /**
       * MA Table Number
       *
       * Unique integer assigned to the MA table.
       * Last 4 characters of the MA table ID. (1-9999)
       */
      ma_table_number: number;
      /**
       * Flight Software Index
       *
       * Integer index in the flight software where the MA table
       * information is stored on-board (0-99).
       */
      fsw_slot_number: number;
      /**
       * Number of Guide Window Columns
       *
       * Number of pixels that a guide window box extends in y-space.
       */
      num_gw_columns: number;
      /**
       * Number of Guide Window Rows
       *
       * Number of pixels that a guide window box extends in x-space.
       */
      num_gw_rows: number;
      /**
       * Number of Pedestal Reads
       *
       * Number of frames averaged in the pedestal resultant.
       */
      num_pedestal_reads: number;
      /**
       * Number of Pre-pedestal Reset Reads
       *
       * Number of reset reads prior to the first pedestal frame.
       */
      num_pre_pedestal_reset_reads: number;
      /**
       * Number of Pre-Signal Skips
       *
       * Number of skipped/discarded reads before the first signal frame is saved.
       */
      num_pre_signal_skips: number;
      /**
       * Number of Signal Reads
       *
       * Number of frames averaged in the signal resultant.
       */
      num_signal_reads: number;
      /**
       * Science Block Size
       *
       * Number of rows to read before a guide window execution.
       */
      science_block_size: number;
    };
  };
  /**
   * Science Tables
   *
   * Dictionary of science MA Tables keyed by their table ID
   * (a unique string identifier combining "SCI" and a four-digit,
   * zero-padded integer between 1-9999)
   */
  science_tables: {
    [k: string]: {
      /**
       * Accumulated Exposure Time
       *
       * Times in seconds after the reference read to the last read in each resultant.
       */
      accumulated_exposure_time: number[];
      /**
       * Effective Exposure Time
       *
       * Times in seconds after the reference read to the arithmetic mean time of
       * all reads averaged into each resultant.
       */
      effective_exposure_time: number[];
      /**
       * Frame Time
       *
       * The MA table dependent duration, in seconds, of a single sample read.
       */
      frame_time: number;
      /**
       * Integration Duration
       *
       * Time in seconds of the last read in each resultant including
       * all reset reads and the reference read.
       */
      integration_duration: number[];
      /**
       * MA Table Description
       *
       * Longer description of the MA table provided by GSFC.
       */
      ma_table_description: string;
      /**
       * MA Table Name
       *
       * Name of the MA table provided by GSFC. This may not be unique.
       */
      ma_table_name: string;
      /**
       * MA Table Number
       *
       * Unique integer assigned to the MA table.
       * Last 4 characters of the MA table ID. (1-9999)
       */
      ma_table_number: number;
      /**
       * Flight Software Index
       *
       * Integer index in the flight software where the MA table
       * information is stored on-board (0-99).
       */
      fsw_slot_number: number;
      /**
       * Minimum Science Resultants
       *
       * Minimum number of science resultants that is recommended for use.
       */
      min_science_resultants: number;
      /**
       * Number of Pre-science Reads
       *
       * Number of reference reads taken before the science reads. Almost always 0 or 1.
       */
      num_pre_science_reads: number;
      /**
       * Number of Pre-science Resultants
       *
       * Number of reference resultants that are downlinked with the table. Almost always 0 or 1.
       */
      num_pre_science_resultants: number;
      /**
       * Number of Science Resultants
       *
       * Maximum number of science resultants allowed in the MA table. Will be the same as the
       * length of "science_read_pattern" by definition.
       */
      num_science_resultants: number;
      /**
       * Observing Mode
       *
       * Fine Guidance System (FGS) mode for which the MA table should be used. Each FGS mode
       * uses a different size of guide window resulting in different frame readout times.
       * Either "DEFOCUS" for defocused mode, "WIM" for imaging mode, "WSM" for spectroscopy mode,
       * or "WIM|WSM" for mode agnostic tables.
       */
      observing_mode: string;
      /**
       * Pre-science Read is Reference
       *
       * List of true or false to indicate which pre-science read is used as the reference read
       * to be subtracted from all science reads.
       */
      pre_science_read_is_reference: boolean[];
      /**
       * Pre-science Read is Resultant
       *
       * List of true or false indicating which pre-science reads are resultants and downlinked.
       */
      pre_science_read_is_resultant: boolean[];
      /**
       * Pre-science Read Types
       *
       * List of strings for all pre-science read types. Either "reset_read" or "read".
       */
      pre_science_read_types: string[];
      /**
       * Pre-science Time After Reset
       *
       * Time in seconds between the end of the last reset read and the start of
       * the first science read.
       */
      pre_science_time_after_reset: number;
      /**
       * Reset Frame Time
       *
       * WFI reset time in seconds.
       */
      reset_frame_time: number;
      /**
       * Science Read Rattern
       *
       * Contains the read numbers of each resultant and numbered such that the
       * first science read is always read 1. (e.g. a read pattern starting
       * at 2 would signify the first science read is skipped)
       */
      science_read_pattern: number[][];
    };
  };
}
/**
 * Boresight Alignment Matrix Reference File Schema
 */
export type Bam = {
  meta: RefCommon & {
    reftype?: "BAM";
  };
  /**
   * Boresight Alignment Matrix Quaternion
   *
   * Quaternion values for the alignment matrix between the Roman observatory
   * boresight and fine guidance system (FGS). This file updates the BAM using
   * on-orbit values from Roman commissioning.
   */
  bam_quaternion: number[];
}
/**
 * Source catalog generated from a Level 2 file by the Source Catalog Step.
 */
export type ImageSourceCatalog = {
  meta: L2CatalogCommon;
  /**
   * Source Catalog
   *
   * Photometry and astrometry computed in the Source Catalog Step.
   */
  source_catalog: Table & PromptCatalogTable;
}
/**
 * Catalog-related image metadata
 */
export type CatalogImage = {
  /**
   * Filename of image used to generate this catalog
   */
  filename: string;
  /**
   * Creation date of the image used to generate this catalog
   */
  file_date: Time;
  /**
   * Segmentation map used for generation of this catalog
   */
  forced_segmentation?: string;
}
/**
 * Prompt source catalog table schema
 */
export type PromptCatalogTable = {
  columns?: TreeValue;
}
/**
 * Segmentation map generated from a Level 2 file by the Source Catalog Step.
 */
export type SegmentationMap = {
  meta: L2CatalogCommon;
  /**
   * Segmentation map
   *
   * Segmentation map of an image model, zeros correspond to background.
   */
  data: NdArray<"uint32">;
}
/**
 * Source catalog generated from a Level 3 file by the Source Catalog Step.
 */
export type MosaicSourceCatalog = {
  meta: L3CatalogCommon & {
    association: L3Association;
    cal_step: L3CalStep;
    resample: L3Resample;
  };
  /**
   * Source Catalog
   *
   * Photometry and astrometry computed in the Source Catalog Step.
   */
  source_catalog: Table & PromptCatalogTable;
}
/**
 * Multiband source catalog generated from a Level 3 file by the Multiband Catalog Step.
 */
export type MultibandSourceCatalog = {
  meta: MultibandSourceCatalogMeta;
  /**
   * Source Catalog
   *
   * Photometry and astrometry computed in the Source Catalog Step.
   */
  source_catalog: Table & MultibandCatalogTable;
}
/**
 * Multiband source catalog table schema
 */
export type MultibandCatalogTable = {
  columns?: TreeValue;
}
/**
 * Segmentation map generated from a Level 3 file by the Source Catalog Step.
 */
export type MosaicSegmentationMap = {
  meta: L3CatalogCommon & {
    association: L3Association;
    cal_step: L3CalStep;
    resample: L3Resample;
  };
  /**
   * Segmentation map
   *
   * Segmentation map of an image model, zeros correspond to background.
   */
  data: NdArray<"uint32">;
}
/**
 * Segmentation map generated from a Level 3 file by the Multiband Catalog Step.
 */
export type MultibandSegmentationMap = {
  meta: MultibandSourceCatalogMeta;
  /**
   * Segmentation map
   *
   * Segmentation map of an image model, zeros correspond to background.
   */
  data: NdArray<"uint32">;
}
/**
 * Forced source catalog generated from a Level 2 file by the Source Catalog Step.
 */
export type ForcedImageSourceCatalog = {
  meta: L2CatalogCommon;
  /**
   * Source Catalog
   *
   * Photometry and astrometry computed in the Source Catalog Step.
   */
  source_catalog: Table & ForcedCatalogTable;
}
/**
 * Forced source catalog table schema
 */
export type ForcedCatalogTable = {
  columns?: TreeValue;
}
/**
 * Time domain source catalog generated from a Level 2 file at input catalog positions.
 */
export type TimeDomainSourceCatalog = {
  meta: L2CatalogCommon & {
    /**
     * Input catalogs for forced photometry
     *
     * Filenames of the catalogs supplying the positions at which
     * photometry was measured. The source_catalog_index column of the
     * source catalog indexes into this list.
     */
    forced_psf_catalogs: string[];
    /**
     * Input catalog ID columns
     *
     * Name of the column in each input catalog that supplied the id
     * column of the source catalog, in the same order as
     * forced_psf_catalogs.
     */
    id_columns: string[];
    image: {} | null;
  };
  /**
   * Source Catalog
   *
   * PSF and aperture photometry computed at input catalog positions.
   */
  source_catalog: Table & TimeDomainSourceCatalogTable;
}
/**
 * Time domain source catalog table schema
 */
export type TimeDomainSourceCatalogTable = {
  columns?: TreeValue;
}
/**
 * Forced source catalog generated from a Level 3 file by the Source Catalog Step.
 */
export type ForcedMosaicSourceCatalog = {
  meta: L3CatalogCommon & {
    association: L3Association;
    cal_step: L3CalStep;
    resample: L3Resample;
  };
  /**
   * Source Catalog
   *
   * Photometry and astrometry computed in the Source Catalog Step.
   */
  source_catalog: Table & ForcedCatalogTable;
}
/**
 * MSOS Stack Level 3 Schema
 */
export type MsosStack = {
  meta: Common & {
    image_list?: string;
  };
  /**
   * Flux Data
   *
   * Flux array of stacked image data.
   */
  data: NdArray<"float64">;
  /**
   * Uncertainty Data
   *
   * Uncertainty array of stacked image data.
   */
  uncertainty: NdArray<"float64">;
  /**
   * Mask Data
   *
   * Mask array of stacked image data.
   */
  mask: NdArray<"uint8">;
  /**
   * Coverage Data
   *
   * Coverage array of stacked image data.
   */
  coverage: NdArray<"uint8">;
  /**
   * Point Spread Function
   *
   * PSF array of stacked image data.
   */
  psf: NdArray<"float64">;
}
