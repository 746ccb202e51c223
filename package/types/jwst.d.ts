/** Types of the trees of ASDF files. Written by `asdf-wasm types`: changes of this file are lost when it is written again. */

import type { NdArray, Tagged, TreeMap, TreeValue } from "asdf-wasm";

export type JwstABVegaOffset = Abvegaoffset & Asdf;
/**
 * AB to Vega magnitude offset reference file model
 */
export type Abvegaoffset = Referencefile & {
  /**
   * Offsets to convert AB to Vega magnitudes
   */
  abvega_offset?: TreeMap;
};
export type JwstAmiLgFit = Amilgfitmodel & Asdf;
/**
 * AMI LG analysis data model
 *
 * Centered and optionally cleaned AMI data, best-fit LG model,
 * residual (data-model) images, and the 44-parameter model
 * solution are stored in this datamodel.
 */
export type Amilgfitmodel = Core & {
  /**
   * Centered image
   */
  centered_image?: NdArray;
  /**
   * Normalized centered image
   */
  norm_centered_image?: NdArray;
  /**
   * Fitted image
   */
  fit_image?: NdArray;
  /**
   * Normalized fitted image
   */
  norm_fit_image?: NdArray;
  /**
   * Residual image
   */
  resid_image?: NdArray;
  /**
   * Normalized residual image
   */
  norm_resid_image?: NdArray;
  /**
   * Solutions table
   */
  solns_table?: NdArray;
};
export type CoreFilter =
  | "ANY"
  | "CLEAR"
  | "F070LP"
  | "F070W"
  | "F090W"
  | "F1000W"
  | "F100LP"
  | "F1065C"
  | "F110W"
  | "F1130W"
  | "F1140C"
  | "F115W"
  | "F1280W"
  | "F140M"
  | "F140X"
  | "F1500W"
  | "F150W"
  | "F150W2"
  | "F1550C"
  | "F170LP"
  | "F1800W"
  | "F182M"
  | "F187N"
  | "F200W"
  | "F2100W"
  | "F210M"
  | "F212N"
  | "F2300C"
  | "F250M"
  | "F2550W"
  | "F2550WR"
  | "F277W"
  | "F290LP"
  | "F300M"
  | "F322W2"
  | "F335M"
  | "F356W"
  | "F360M"
  | "F380M"
  | "F410M"
  | "F430M"
  | "F444W"
  | "F460M"
  | "F480M"
  | "F560W"
  | "F770W"
  | "FLENS"
  | "FND"
  | "GR150C"
  | "GR150R"
  | "OPAQUE"
  | "P750L"
  | "WLP4"
  | "N/A"
  | "MULTIPLE";
export type CoreType =
  | "FGS_DARK"
  | "FGS_FOCUS"
  | "FGS_IMAGE"
  | "FGS_INTFLAT"
  | "FGS_SKYFLAT"
  | "FGS_ACQ1"
  | "FGS_ACQ2"
  | "FGS_FINEGUIDE"
  | "FGS_ID-IMAGE"
  | "FGS_ID-STACK"
  | "FGS_TRACK"
  | "MIR_4QPM"
  | "MIR_CORONCAL"
  | "MIR_DARKALL"
  | "MIR_DARKIMG"
  | "MIR_DARKMRS"
  | "MIR_FLATIMAGE"
  | "MIR_FLATIMAGE-EXT"
  | "MIR_FLATMRS"
  | "MIR_FLATMRS-EXT"
  | "MIR_IMAGE"
  | "MIR_LRS-FIXEDSLIT"
  | "MIR_LRS-SLITLESS"
  | "MIR_LYOT"
  | "MIR_MRS"
  | "MIR_TACONFIRM"
  | "MIR_TACQ"
  | "MIR_WFSS"
  | "NIS_AMI"
  | "NIS_DARK"
  | "NIS_EXTCAL"
  | "NIS_FOCUS"
  | "NIS_IMAGE"
  | "NIS_LAMP"
  | "NIS_SOSS"
  | "NIS_TACQ"
  | "NIS_TACONFIRM"
  | "NIS_WFSS"
  | "NRC_CORON"
  | "NRC_DARK"
  | "NRC_FLAT"
  | "NRC_FOCUS"
  | "NRC_GRISM"
  | "NRC_IMAGE"
  | "NRC_WFSS"
  | "NRC_LED"
  | "NRC_WFSC"
  | "NRC_TACONFIRM"
  | "NRC_TACQ"
  | "NRC_TSGRISM"
  | "NRC_TSIMAGE"
  | "NRS_AUTOFLAT"
  | "NRS_AUTOWAVE"
  | "NRS_BRIGHTOBJ"
  | "NRS_CONFIRM"
  | "NRS_DARK"
  | "NRS_FIXEDSLIT"
  | "NRS_FOCUS"
  | "NRS_IFU"
  | "NRS_IMAGE"
  | "NRS_LAMP"
  | "NRS_MIMF"
  | "NRS_MSASPEC"
  | "NRS_MSATA"
  | "NRS_TACONFIRM"
  | "NRS_TACQ"
  | "NRS_TASLIT"
  | "NRS_VERIFY"
  | "NRS_WATA"
  | "N/A"
  | "ANY";
export type CoreReadpatt =
  | "ACQ1"
  | "ACQ2"
  | "BRIGHT1"
  | "BRIGHT2"
  | "DEEP2"
  | "DEEP8"
  | "DHS3"
  | "DHS4"
  | "DHS5"
  | "DHS6"
  | "DHS7"
  | "FAST"
  | "FASTGRPAVG"
  | "FASTGRPAVG8"
  | "FASTGRPAVG16"
  | "FASTGRPAVG32"
  | "FASTGRPAVG64"
  | "FASTR1"
  | "FASTR100"
  | "FGS"
  | "FGS60"
  | "FGS8370"
  | "FGS840"
  | "FGSRAPID"
  | "FINEGUIDE"
  | "ID"
  | "MEDIUM2"
  | "MEDIUM8"
  | "MEDIUMDEEP2"
  | "MEDIUMDEEP8"
  | "NIS"
  | "NISRAPID"
  | "NRS"
  | "NRSIRS2"
  | "NRSN16R4"
  | "NRSN32R8"
  | "NRSN8R2"
  | "NRSRAPID"
  | "NRSIRS2RAPID"
  | "NRSRAPIDD1"
  | "NRSRAPIDD2"
  | "NRSRAPIDD6"
  | "NRSSLOW"
  | "RAPID"
  | "SHALLOW2"
  | "SHALLOW4"
  | "SLOW"
  | "SLOWR1"
  | "TRACK"
  | "ANY"
  | "N/A";
export type CoreName = (
  | (
      | "8X8"
      | "32X32"
      | "128X128"
      | "2048X64"
      | "SUB128CNTR"
      | "SUB128DIAG"
      | "SUB128LL"
      | "SUB32CNTR"
      | "SUB32DIAG"
      | "SUB32LL"
      | "SUB8CNTR"
      | "SUB8DIAG"
      | "SUB8LL"
      | "SUBIDSTRIPCENTER"
      | "SUBIDSTRIPLL"
      | "SUBTUNE32CENTERG1"
      | "SUBTUNE32CENTERG2"
      | "SUBTUNE32LLG1"
      | "SUBTUNE32LLG2"
    )
  | (
      | "BRIGHTSKY"
      | "MASK1065"
      | "MASK1140"
      | "MASK1550"
      | "MASKLYOT"
      | "SLITLESSPRISM"
      | "SUB128"
      | "SUB256"
      | "SUB64"
      | "SUBPRISM"
      | "SUB128_IP"
      | "SUB64_IP"
      | "SLITLESSPRISM_IP"
      | "SLITLESSPRISM_IPS"
      | "SUBSLIT"
      | "SUBPRISM_IP"
      | "SUBPRISM_IPS"
    )
  | (
      | "FULLP"
      | "FULL_SUPSTP008"
      | "FULL_SUPSTP024"
      | "FULL_SUPSTP120"
      | "FULL_SUPSTP510"
      | "FULL_SUPSTP008P"
      | "FULL_SUPSTP024P"
      | "FULL_SUPSTP120P"
      | "FULL_SUPSTP510P"
      | "MASK210R"
      | "MASK335R"
      | "MASK430R"
      | "MASKLWB"
      | "MASKSWB"
      | "SUB41STRIPE1_DHS"
      | "SUB82STRIPE2_DHS"
      | "SUB164STRIPE4_DHS"
      | "SUB260STRIPE4_DHS"
      | "SUB160STRIPE4_DHS"
      | "SUB256STRIPE4_DHS"
      | "SUB40STRIPE1_DHS"
      | "SUB80STRIPE2_DHS"
      | "SUB160"
      | "SUB160P"
      | "SUB320"
      | "SUB320A335R"
      | "SUB320A430R"
      | "SUB320B335R"
      | "SUB320B430R"
      | "SUB320BLWB"
      | "SUB32TATS"
      | "SUB32TATSGRISM"
      | "SUB32TA_DHS"
      | "SUB400P"
      | "SUB400X256ALWB"
      | "SUB640"
      | "SUB640A210R"
      | "SUB640ASWB"
      | "SUB640B210R"
      | "SUB640BSWB"
      | "SUB64FP1A"
      | "SUB64FP1B"
      | "SUB64P"
      | "SUB64FP6A"
      | "SUB64P_SUPSTP002"
      | "SUB64P_SUPSTP008"
      | "SUB64P_SUPSTP032"
      | "SUB8FP1A"
      | "SUB8FP1B"
      | "SUB8FP6A"
      | "SUB96DHSPILA"
      | "SUB96DHSPILB"
      | "SUBFSA210R"
      | "SUBFSA335R"
      | "SUBFSA430R"
      | "SUBFSALWB"
      | "SUBFSASWB"
      | "SUBGRISM128"
      | "SUBGRISM256"
      | "SUBGRISM64"
      | "SUBNDA210R"
      | "SUBNDA335R"
      | "SUBNDA430R"
      | "SUBNDALWBL"
      | "SUBNDALWBS"
      | "SUBNDASWBL"
      | "SUBNDASWBS"
      | "SUBNDB210R"
      | "SUBNDB335R"
      | "SUBNDB430R"
      | "SUBNDBLWBL"
      | "SUBNDBLWBS"
      | "SUBNDBSWBL"
      | "SUBNDBSWBS"
    )
  | ("MASKA210R" | "MASKA430R" | "MASKBLWB" | "MASKBSWB" | "SUB320ALWB")
  | (
      | "SUB64"
      | "SUB80"
      | "SUB128"
      | "SUB256"
      | "SUBAMPCAL"
      | "SUBSTRIP96"
      | "SUBSTRIP256"
      | "SUB17STRIPE_SOSS"
      | "SUB60STRIPE_SOSS"
      | "SUB204STRIPE_SOSS"
      | "SUB680STRIPE_SOSS"
      | "SUBTAAMI"
      | "SUBTASOSS"
      | "WFSS64C"
      | "WFSS64R"
      | "WFSS128C"
      | "WFSS128R"
    )
  | "SUBSTRIP80"
  | (
      | "ALLSLITS"
      | "SUBS200A1"
      | "SUBS200A2"
      | "SUBS200B1"
      | "SUBS400A1"
      | "SUB1024A"
      | "SUB1024B"
      | "SUB512"
      | "SUB32"
      | "SUB512S"
      | "SUB2048"
      | "SUB256M2_PRISM"
      | "SUB128M4_PRISM"
      | "SUB64M8_PRISM"
      | "SUB32M16_PRISM"
    )
  | ("FULL_IRS2" | "S200A1" | "S200A2" | "S200B1" | "S400A1")
  | ("FULL" | "GENERIC" | "N/A")
) &
  string;
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
export type JwstAmiLg = Amilg & Asdf;
/**
 * AMI LG analysis data model
 */
export type Amilg = Core & {
  /**
   * Fitted image
   */
  fit_image?: NdArray;
  /**
   * Residual image
   */
  resid_image?: NdArray;
  /**
   * Closure amplitudes table
   */
  closure_amp_table?: NdArray;
  /**
   * Closure phases table
   */
  closure_phase_table?: NdArray;
  /**
   * Fringe amplitudes table
   */
  fringe_amp_table?: NdArray;
  /**
   * Fringe phases table
   */
  fringe_phase_table?: NdArray;
  /**
   * Pupil phases table
   */
  pupil_phase_table?: NdArray;
  /**
   * Solutions table
   */
  solns_table?: NdArray;
};
export type JwstAmiOI = Amioi & Asdf;
/**
 * AMI OIFITS analysis data model
 */
export type Amioi = Oifits & Ami;
/**
 * OIFITS required meta data (not otherwise defined in core.schema)
 *
 * OIFITS requires several keywords, many of which are already defined
 * and compatible with the existing core.schema. This schema extends
 * core.schema to include the missing required keywords.
 */
export type Oifits = Core & {
  meta: {
    instrument: {
      name: TreeValue;
    };
    observation: {
      date: TreeValue;
    };
    program: {
      pi_name: TreeValue;
    };
    target: {
      proposer_name: TreeValue;
    };
    origin: TreeValue;
    telescope: TreeValue;
  };
} & {
  meta?: {
    oifits?: {
      /**
       * Array name
       */
      array_name: string;
      /**
       * Instrument mode
       */
      instrument_mode: string;
      derived: {
        array: {
          /**
           * Coordinate Frame
           */
          frame: string;
          /**
           * Revision number
           */
          revn: number;
          /**
           * [m] Array center x
           */
          x: number;
          /**
           * [m] Array center y
           */
          y: number;
          /**
           * [m] Array center z
           */
          z: number;
        };
        /**
         * Identifier for oifits content
         */
        content: string;
        /**
         * Object identifier
         */
        object: string;
        /**
         * Who acquired the data
         */
        observer: string;
        t3: OifitsT3;
        target: {
          /**
           * Revision number
           */
          revn: number;
        };
        vis: OifitsT3;
        vis2: OifitsT3;
        q4: OifitsT3;
        wavelength: {
          /**
           * Instrument name
           */
          instrument_name: string;
          /**
           * Revision number
           */
          revn: number;
        };
      };
    };
  };
} & {
  /**
   * OIFITS OI_ARRAY table
   */
  array: NdArray;
  /**
   * OIFITS OI_TARGET table
   */
  target: NdArray;
  /**
   * OIFITS OI_T3 table
   */
  t3?: NdArray;
  /**
   * OIFITS OI_VIS table
   */
  vis?: NdArray;
  /**
   * OIFITS OI_VIS2 table
   */
  vis2?: NdArray;
  /**
   * OIFITS OI_Q4 table
   */
  q4?: NdArray;
  /**
   * OIFITS OI_WAVELENGTH table
   */
  wavelength: NdArray;
} & (
    | {
        vis: {} | null;
      }
    | {
        vis2: {} | null;
      }
    | {
        t3: {} | null;
      }
    | {
        q4: {} | null;
      }
  );
export type Ami = Wcsinfo & {
  meta?: {
    ami?: {
      /**
       * Calibration object identifier
       */
      calibrator_object_id?: string;
    };
    guidestar?: {
      /**
       * [deg] V3 roll angle at the ref point (N over E)
       */
      fgs_roll_ref?: number;
      /**
       * [deg] Angle from V3 axis to Ideal y axis
       */
      fgs_v3yangle?: number;
      /**
       * Relative sense of rotation between Ideal xy and V2V3
       */
      fgs_vparity?: number;
    };
  };
};
export type JwstAsn = Asn & Asdf;
/**
 * Association table data model
 */
export type Asn = Core & {
  /**
   * Association table
   */
  asn_table?: NdArray;
};
export type JwstBarshadow = Barshadow & Asdf;
/**
 * Bar shadow correction data model
 */
export type Barshadow = Referencefile &
  KeywordPexptype &
  KeywordExptype &
  KeywordGrating & {
    /**
     * Bar Shadow 1x1 data array
     */
    data1x1?: NdArray;
    /**
     * Bar Shadow 1x1 correction variance
     */
    var1x1?: NdArray;
    /**
     * Bar Shadow 1x3 data array
     */
    data1x3?: NdArray;
    /**
     * Bar Shadow 1x3 correction variance
     */
    var1x3?: NdArray;
    crval1?: number;
    crval2?: number;
    cdelt1?: number;
    cdelt2?: number;
  };
export type JwstCamera = Camera & Asdf;
/**
 * NirSpec CAMERA reference file model
 */
export type Camera = Referencefile &
  KeywordPdetector &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * NirSpec Camera model, an instance of astropy.modeling.Model.
     */
    model?: TreeMap;
    meta?: CameraMeta;
  };
export type CameraOutputUnits = string | Tagged;
export type JwstChromCorr = Chromcorr & Asdf;
/**
 * NIRSpec chromaticity correction reference file model
 */
export type Chromcorr = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordFilter &
  KeywordPfilter & {
    /**
     * NIRSpec fore-optics chromaticity correction model
     */
    model?: TreeMap;
    meta?: CameraMeta;
  };
export type JwstCollimator = Collimator & Asdf;
/**
 * NirSpec COLLIMATOR reference file model
 */
export type Collimator = Referencefile &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * NirSpec Collimator model, an instance of astropy.modeling.Model.
     */
    model?: TreeMap;
    meta?: CameraMeta;
  };
export type JwstCombinedSpec = Combinedspec & Asdf;
/**
 * Combined spectrum data model
 */
export type Combinedspec = Core & {
  /**
   * Combined, extracted spectral data table
   */
  spec_table?: NdArray;
  /**
   * Spectral order number
   */
  spectral_order?: number;
  /**
   * Dispersion direction
   */
  dispersion_direction?: number;
  /**
   * Source ID
   */
  source_id?: number;
  /**
   * Source type used for calibration
   */
  source_type?: "EXTENDED" | "POINT" | "UNKNOWN";
};
export type JwstContrast = Contrast & Asdf;
/**
 * Coronagraphic contrast curve data model
 */
export type Contrast = Core & {
  /**
   * Contrast curve table
   */
  contrast_table?: NdArray;
};
export type JwstCube = Cube & Asdf;
export type Cube = Core &
  Bunit &
  Photometry &
  Wcsinfo & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
    /**
     * Zero frame array
     */
    zeroframe?: NdArray;
    /**
     * Pixel area map array
     */
    area?: NdArray;
    /**
     * Wavelength array
     */
    wavelength?: NdArray;
  } & IntTimes &
  Variance;
export type JwstDarkMIRI = DarkMIRI & Asdf;
/**
 * MIRI Dark current data model
 */
export type DarkMIRI = Referencefile &
  KeywordExptype &
  KeywordReadpatt &
  KeywordPreadpatt &
  KeywordNframes &
  KeywordNgroups &
  KeywordGroupgap &
  KeywordDarkcurrent &
  Subarray & {
    /**
     * MIRI Dark current array
     */
    data?: NdArray;
    /**
     * 4-D data quality array for all planes
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
    /**
     * Average dark current
     */
    average_dark_current?: NdArray;
  } & DqDef;
export type JwstDark = Dark & Asdf;
/**
 * Dark current data model
 */
export type Dark = Referencefile &
  KeywordExptype &
  KeywordReadpatt &
  KeywordPreadpatt &
  KeywordNoutputs &
  KeywordNframes &
  KeywordNgroups &
  KeywordGroupgap &
  KeywordGainfact &
  KeywordPsubarray &
  KeywordDarkcurrent &
  KeywordGrating &
  Subarray & {
    /**
     * Dark current array
     */
    data?: NdArray;
    /**
     * 2-D data quality array for all planes
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
    /**
     * Average dark current
     */
    average_dark_current?: NdArray;
  } & DqDef;
export type JwstDarkNirspec = DarkNirspec & Asdf;
/**
 * NIRSpec Dark current data model
 */
export type DarkNirspec = Referencefile &
  KeywordExptype &
  KeywordReadpatt &
  KeywordPreadpatt &
  KeywordNoutputs &
  KeywordNframes &
  KeywordNgroups &
  KeywordGroupgap &
  KeywordGainfact &
  KeywordPsubarray &
  KeywordDarkcurrent &
  KeywordGrating &
  KeywordPgrating &
  Subarray & {
    /**
     * Dark current array
     */
    data?: NdArray;
    /**
     * 2-D data quality array for all planes
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
    /**
     * Average dark current
     */
    average_dark_current?: NdArray;
    /**
     * Dark rate array
     */
    dark_rate?: NdArray;
    /**
     * Dark rate uncertainity array
     */
    dark_rate_unc?: NdArray;
  } & DqDef;
export type JwstDisperser = Disperser & Asdf;
/**
 * NirSpec Disperser reference file model
 */
export type Disperser = Referencefile &
  KeywordExptype &
  KeywordGrating &
  KeywordPgrating & {
    /**
     * Number of grooves per meter in a grating.
     */
    groovedensity?: number;
    /**
     * Prism angle (in degrees) between the front surface and the back surface.
     */
    angle?: number;
    /**
     * Grating Y tilt angle relative to mirror
     */
    gwa_tiltx?: DisperserGwaTiltx;
    /**
     * Grating X tilt angle relative to mirror
     */
    gwa_tilty?: DisperserGwaTiltx;
    /**
     * K coefficients to describe the material
     */
    kcoef?: number[];
    /**
     * L coefficients to describe the material
     */
    lcoef?: number[];
    /**
     * Constants (D0, D1, D2, E0, E1 and lambdak) to describe the thermal behavior of the glass.
     */
    tcoef?: number[];
    /**
     * Pressure in ATM to compute the change in temperature relative to the
     * reference temperature of the glass.
     */
    pref?: number;
    /**
     * Element alignment angles in arcsec in x-axis.
     */
    theta_x?: number;
    /**
     * Element alignment angles in arcsec in y-axis.
     */
    theta_y?: number;
    /**
     * Element alignment angles in arcsec in z-axis.
     */
    theta_z?: number;
    tilt_x?: number;
    /**
     * Angle n deg between the front surface and the reference
     * surface (MIRROR).
     */
    tilt_y?: number;
    /**
     * Temperature in K to compute the change in temperature relative to the
     * reference temperature of the glass.
     */
    tref?: number;
    /**
     * Minimum and maximum wavelengths in meter (validity of the formula)
     */
    wbound?: number[];
    meta?: DisperserMeta;
  };
export type JwstDistortionMRS = DistortionMrs & Asdf;
/**
 * Distortion data model for MIRI MRS reference data
 */
export type DistortionMrs = Referencefile &
  KeywordBand &
  KeywordChannel &
  KeywordExptype & {
    /**
     * A list of slice numbers.
     */
    slices?: number[];
    /**
     * Transform from (alpha, beta) to detector x coordinate.
     * The transform is a Polynomial as a function of alpha and lambda.
     * The transform is defined for each slice.
     * The beta coordinate defines the slice number.
     * Each element is an instance of astropy.modeling.Model.
     */
    x_model?: TreeMap[];
    /**
     * Transform from (alpha, beta) to detector y coordinate.
     * The transform is a Polynomial as a function of alpha and lambda.
     * The transform is defined for each slice.
     * The beta coordinate defines the slice number.
     * Each element is an instance of astropy.modeling.Model.
     */
    y_model?: TreeMap[];
    /**
     * Transform from detector (x, y) coordinates to alpha coordinate
     * in a subchannel cube. The transform is a Polynomial as a function of x and y.
     * The transform is defined for each slice.
     * Each element is an instance of astropy.modeling.Model.
     */
    alpha_model?: TreeMap[];
    /**
     * Transform from detector (x, y) coordinates to a beta coordinate
     * in a subchannel cube.
     * Each element is an instance of astropy.modeling.Model.
     */
    beta_model?: TreeMap[];
    bzero?: {
      /**
       * An array of <channel><band> value, e.g. 1SHORT, 2SHORT.
       */
      channel_band?: string[];
      /**
       * An array of beta coordinates for center of slice 1 in each channel.
       */
      beta_zero?: number[];
    };
    bdel?: {
      /**
       * An array of <channel><band> value, e.g. 1SHORT, 2SHORT.
       */
      channel_band?: string[];
      /**
       * An array of slice width for each channel.
       */
      delta_beta?: number[];
    };
    abv2v3_model?: {
      /**
       * An array of <channel><band> value, e.g. 1SHORT, 2SHORT.
       */
      channel_band?: string[];
      /**
       * Each element is an instance of astropy.modeling.Model.
       */
      model?: TreeMap[];
    };
    meta?: {
      /**
       * Units of the inputs to this model.
       */
      input_units?: CameraOutputUnits;
      /**
       * Output units of coordinates after the model is applied.
       */
      output_units?: CameraOutputUnits;
    };
  };
export type JwstDistortion = Distortion & Asdf;
/**
 * Distortion data model
 */
export type Distortion = Referencefile &
  KeywordBand &
  KeywordFilter &
  KeywordPfilter &
  KeywordPupil &
  KeywordPpupil &
  KeywordModule &
  KeywordChannel &
  KeywordExptype &
  KeywordPexptype &
  Subarray &
  KeywordPsubarray &
  Distortion2;
export type JwstEmi = Emi & Asdf;
export type Emi = Referencefile & {
  /**
   * MIRI Reference Waves Table for EMI correction
   */
  data?: {
    meta?: TreeMap;
    /**
     * Frequency names, values, and phase amplitude values
     */
    frequencies?: TreeMap;
    /**
     * Frequencies to correct for according to subarray
     */
    subarray_cases?: TreeMap;
  };
};
export type JwstExtract1DIFU = Extract1Difu & Asdf;
/**
 * Default IFU Data extract 1d data model
 */
export type Extract1Difu = Referencefile &
  KeywordExptype &
  KeywordLampmode &
  KeywordLampstate &
  KeywordPexptype & {
    data?: {
      wavelength?: NdArray;
      wavelength_units?: string;
      radius?: NdArray;
      radius_units?: string;
      inner_bkg?: NdArray;
      inner_bkg_units?: string;
      outer_bkg?: NdArray;
      outer_bkg_units?: string;
      axis_ratio?: NdArray;
      axis_pa?: NdArray;
      axis_pa_units?: string;
    };
  };
export type JwstFORE = Fore & Asdf;
/**
 * NirSpec filter dependent FORE reference file model
 */
export type Fore = Referencefile & KeywordExptype & KeywordFilter & KeywordPexptype & Distortion2;
export type JwstFPA = Fpa & Asdf;
/**
 * NirSpec FPA reference file model
 */
export type Fpa = Referencefile &
  KeywordPdetector &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * An instance of astropy.modeling.Model.
     */
    nrs1_model?: TreeMap;
    /**
     * An instance of astropy.modeling.Model.
     */
    nrs2_model?: TreeMap;
    meta?: CameraMeta;
  };
export type JwstFgsImgApcorr = FgsimgApcorr & Asdf;
/**
 * FGS aperture correction data model
 */
export type FgsimgApcorr = Referencefile &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * Aperture correction factors table
     */
    apcorr_table?: NdArray;
  };
export type JwstFgsImgPhotom = FgsimgPhotom & Asdf;
/**
 * FGS photometric flux conversion data model
 */
export type FgsimgPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordPixelarea & {
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstFilteroffset = Filteroffset & Asdf;
/**
 * MIRI Imager Filteroffset reference file model
 */
export type Filteroffset = Referencefile &
  KeywordExptype &
  KeywordFilter &
  KeywordPfilter &
  KeywordChannel &
  KeywordModule &
  Subarray &
  KeywordPsubarray & {
    meta?: {
      /**
       * Units of the filter offset values.
       */
      input_units?: CameraOutputUnits;
    };
    /**
     * An array of dictionaries where either the
     * "name" key or the combination of "filter" and "pupil"
     * are matched with the SCI exposure metadata to get
     * values for "row_offset" and "column_offset".
     */
    filters?: {
      filter?: string;
      pupil?: string;
      row_offset?: number;
      column_offset?: number;
    }[];
  };
export type JwstFlat = Flat & Asdf;
export type Flat = Referencefile &
  Subarray &
  KeywordExptype &
  KeywordFilter &
  KeywordPfilter &
  KeywordReadpatt &
  KeywordPreadpatt &
  KeywordPupil &
  KeywordPpupil &
  KeywordChannel &
  KeywordPchannel &
  KeywordBand &
  KeywordPband & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
  } & DqDef;
export type JwstFringeFreq = FringeFreq & Asdf;
/**
 * Default MIRI Residual Fringe Correction
 */
export type FringeFreq = Referencefile & {
  /**
   * residual fringe short table
   */
  rfc_freq_short_table?: NdArray;
  /**
   * default residual fringe medium table
   */
  rfc_freq_medium_table?: NdArray;
  /**
   * default residual fringe long table
   */
  rfc_freq_long_table?: NdArray;
  /**
   * default residual fringe max amp table
   */
  max_amp_table?: NdArray;
};
export type JwstFringe = Fringe & Asdf;
export type Fringe = Referencefile &
  KeywordBand & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
  } & DqDef;
export type JwstGain = Gain & Asdf;
export type Gain = Referencefile &
  Subarray &
  KeywordBand &
  KeywordGainfact &
  KeywordFilter &
  Bunit & {
    /**
     * The gain
     */
    data?: NdArray;
  };
export type JwstGuiderCal = GuiderCal & Asdf;
export type GuiderCal = Core & GuiderMeta & Bunit & Wcsinfo & GuiderCal2;
export type JwstGuiderRaw = GuiderRaw & Asdf;
export type GuiderRaw = Core & GuiderMeta & Bunit & Wcsinfo & GuiderCal2;
export type JwstIFUCube = Ifucube & Asdf;
export type Ifucube = Core &
  Bunit &
  Photometry &
  Wcsinfo & {
    meta?: {
      /**
       * IFU cube parameters
       */
      ifu?: {
        /**
         * EXTNAME of the extension containing flux data
         */
        flux_extension?: string;
        /**
         * EXTNAME of the extension containing error data
         */
        error_extension?: string;
        /**
         * Type of errors stored here
         */
        error_type?: "ERR" | "IERR" | "VAR" | "IVAR";
        /**
         * EXTNAME of the extension containing data quality mask
         */
        dq_extension?: string;
        /**
         * [arcsec] Size of ROI in spatial dimension
         */
        roi_spatial?: number;
        /**
         * [um] Size of ROI in wavelength dimension
         */
        roi_wave?: number;
        /**
         * Weighting type (MSM, MIRIPSF, AREA)
         */
        weighting?: string;
        /**
         * Weighting power for Modified Shepard Method
         */
        weight_power?: number;
      };
    };
  } & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
    /**
     * Weight map of coverage
     */
    weightmap?: NdArray;
    /**
     * Wavelength value for slices
     */
    wavetable?: NdArray;
    /**
     * Wavetable dimension
     */
    wavedim?: string;
  };
export type JwstIFUFORE = Ifufore & Asdf;
/**
 * NirSpec IFUFORE reference file model
 */
export type Ifufore = Referencefile & KeywordExptype & KeywordLampmode & Distortion2;
export type JwstIFUImage = Ifuimage & Asdf;
export type Ifuimage = Core &
  Bunit &
  Photometry &
  Wcsinfo & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
    /**
     * Zeroframe array
     */
    zeroframe?: NdArray;
    /**
     * Pixel area map array
     */
    area?: NdArray;
    /**
     * Slice regions map
     */
    regions?: NdArray;
    /**
     * Trace model
     */
    trace_model?: NdArray;
  } & Variance & {
    /**
     * wavelength
     */
    wavelength?: NdArray;
  } & Pathlosscorr;
export type JwstIFUPost = Ifupost & Asdf;
/**
 * Nirspec IFUPOST reference file model
 */
export type Ifupost = Referencefile &
  KeywordExptype &
  KeywordLampmode & {
    slice_0?: SliceTransforms;
    slice_1?: SliceTransforms;
    slice_2?: SliceTransforms;
    slice_3?: SliceTransforms;
    slice_4?: SliceTransforms;
    slice_5?: SliceTransforms;
    slice_6?: SliceTransforms;
    slice_7?: SliceTransforms;
    slice_8?: SliceTransforms;
    slice_9?: SliceTransforms;
    slice_10?: SliceTransforms;
    slice_11?: SliceTransforms;
    slice_12?: SliceTransforms;
    slice_13?: SliceTransforms;
    slice_14?: SliceTransforms;
    slice_15?: SliceTransforms;
    slice_16?: SliceTransforms;
    slice_17?: SliceTransforms;
    slice_18?: SliceTransforms;
    slice_19?: SliceTransforms;
    slice_20?: SliceTransforms;
    slice_21?: SliceTransforms;
    slice_22?: SliceTransforms;
    slice_23?: SliceTransforms;
    slice_24?: SliceTransforms;
    slice_25?: SliceTransforms;
    slice_26?: SliceTransforms;
    slice_27?: SliceTransforms;
    slice_28?: SliceTransforms;
    slice_29?: SliceTransforms;
    meta?: CameraMeta;
  };
export type JwstIFUSlicer = Ifuslicer & Asdf;
/**
 * NirSpec IFUSlicer reference file model
 */
export type Ifuslicer = Referencefile &
  KeywordExptype &
  KeywordLampmode & {
    /**
     * An instance of astropy.modeling.Model.
     */
    model?: TreeMap;
    data?: NdArray;
    meta?: CameraMeta;
  };
export type JwstIPC = Ipc & Asdf;
/**
 * IPC kernel model
 */
export type Ipc = Referencefile & {
  /**
   * IPC deconvolution kernel
   */
  data?: NdArray;
};
export type JwstIRS2 = Irs2 & Asdf;
/**
 * IRS2 refpix reference file data model
 */
export type Irs2 = Referencefile &
  KeywordReadpatt &
  KeywordPreadpatt & {
    /**
     * Table for IRS2 refpix correction
     */
    irs2_table?: NdArray;
    /**
     * Table of Data Quality information
     */
    dq_table?: NdArray;
  };
export type JwstImage = Image & Asdf;
export type Image = Core &
  Bunit &
  Photometry &
  Wcsinfo & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
    /**
     * Zeroframe array
     */
    zeroframe?: NdArray;
    /**
     * Wavelength array
     */
    wavelength?: NdArray;
    /**
     * Pixel area map array
     */
    area?: NdArray;
    /**
     * Drizzle Context array
     */
    con?: NdArray;
    /**
     * Drizzle Weight array
     */
    wht?: NdArray;
    /**
     * The background mask
     */
    mask?: NdArray;
  } & Variance &
  Pathlosscorr;
export type JwstJwstData = Core & Asdf;
export type JwstLastFrame = Lastframe & Asdf;
/**
 * Last Frame Correction data model
 */
export type Lastframe = Referencefile & {
  /**
   * Last Frame Correction array
   */
  data?: NdArray;
  /**
   * 2-D data quality array
   */
  dq?: NdArray;
  /**
   * Error array
   */
  err?: NdArray;
} & DqDef;
export type JwstLevel1B = Level1B & Asdf;
export type Level1B = Core &
  Bunit &
  Photometry &
  Wcsinfo &
  MovingTarget &
  Cheby & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Zeroframe array
     */
    zeroframe?: NdArray;
    /**
     * Reference Output
     */
    refout?: NdArray;
  } & Group &
  IntTimes &
  Msatargacq;
export type Msatargacq = {
  /**
   * MSA target aquisition table
   */
  msa_targ_acq_table?: NdArray;
} & {
  /**
   * number of MSATA reference stars
   */
  msa_targ_ref_stars_number?: number;
  /**
   * acquisition status
   */
  tastatus?: string;
  /**
   * reason for an unsuccessful target acquisition
   */
  stat_rsn?: string;
  /**
   * [arcsec] MSA V2 half-facet offset
   */
  msa_half_facet_offset_V2?: number;
  /**
   * [arcsec] MSA V3 half-facet offset
   */
  msa_half_facet_offset_V3?: number;
  /**
   * [arcsec] center of MSA in V2
   */
  v2msactr?: number;
  /**
   * [arcsec] center of MSA in V3
   */
  v3msactr?: number;
  /**
   * algorithm used for cosmic ray rejection
   */
  crmethod?: string;
  /**
   * algorithm used for background subtraction
   */
  bckgmeth?: string;
  /**
   * type of centroid image
   */
  imagetyp?: string;
  /**
   * number of columns in TA box
   */
  cenboxcl?: number;
  /**
   * number of rows in TA box
   */
  cenboxrw?: number;
  /**
   * [pixels] col/row convergence change threshold
   */
  convthrs?: number;
  /**
   * [arcsec] x(V2) offset of the least squares fit
   */
  fitxoffs?: number;
  /**
   * [arcsec] y(V3) offset of the least squares fit
   */
  fityoffs?: number;
  /**
   * [arcsec] least squares fit offset magnitude
   */
  offstmag?: number;
  /**
   * [arcsec] roll offset from the least squares fit
   */
  fitroffs?: number;
  /**
   * [arcsec] sigma value for the X offset value
   */
  fitxsigm?: number;
  /**
   * [arcsec] sigma value for the Y offset value
   */
  fitysigm?: number;
  /**
   * number of least squares iterations performed
   */
  iteratns?: number;
  /**
   * number of ref. stars used in final iteration
   */
  fittargs?: number;
  /**
   * guider that is reference for ideal coordinates
   */
  guiderid?: string;
  /**
   * [arcsec] target x ideal coord. at start of TA
   */
  ideal_x?: number;
  /**
   * [arcsec] target y ideal coord. at start of TA
   */
  ideal_y?: number;
  /**
   * [arcsec] TA start targ roll angle in Idl coord
   */
  idl_roll?: number;
  /**
   * [arcsec] calculated small angle maneuver x comp
   */
  sam_x?: number;
  /**
   * [arcsec] calculated small angle maneuver y comp
   */
  sam_y?: number;
  /**
   * [arcsec] calc. small angle maneuver roll comp
   */
  sam_roll?: number;
};
export type JwstLinearity = Linearity & Asdf;
/**
 * Linearity correction data model
 */
export type Linearity = Referencefile &
  Subarray &
  KeywordBand &
  KeywordFilter &
  KeywordGainfact & {
    /**
     * Linearity coefficients
     */
    coeffs?: NdArray;
    /**
     * Inverse linearity coefficients
     */
    inv_coeffs?: NdArray;
    /**
     * Data quality flags
     */
    dq?: NdArray;
  } & DqDef;
export type JwstMRSMultiSpec = MrsMultispec & Asdf;
export type MrsMultispec = Core &
  IntTimes & {
    /**
     * An array of spectra
     */
    spec?: ({
      /**
       * Extracted spectral data table with residual fringe correction for MIRI MRS
       */
      spec_table?: NdArray;
    } & Specmeta)[];
  };
export type JwstMRSSpec = MrsSpec & Asdf;
/**
 * Spectrum data model with residual fringe correction for MIRI MRS
 */
export type MrsSpec = Core &
  Specmeta & {
    /**
     * Extracted spectral data table with residual fringe correction for MIRI MRS
     */
    spec_table?: NdArray;
  };
export type JwstMSA = Msa & Asdf;
/**
 * NirSpec MSA reference file model
 */
export type Msa = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordPdetector & {
    Q1?: {
      /**
       * An instance of astropy.modeling.Model.
       */
      model?: TreeMap;
      data?: NdArray;
    };
    Q2?: {
      /**
       * An instance of astropy.modeling.Model.
       */
      model?: TreeMap;
      data?: NdArray;
    };
    Q3?: {
      /**
       * An instance of astropy.modeling.Model.
       */
      model?: TreeMap;
      data?: NdArray;
    };
    Q4?: {
      /**
       * An instance of astropy.modeling.Model.
       */
      model?: TreeMap;
      data?: NdArray;
    };
    Q5?: {
      /**
       * An instance of astropy.modeling.Model.
       */
      model?: TreeMap;
      data?: NdArray;
    };
    meta?: CameraMeta;
  };
export type JwstMask = Mask & Asdf;
export type Mask = Referencefile &
  Subarray &
  KeywordExptype &
  KeywordFilter &
  KeywordReadpatt &
  KeywordPreadpatt & {
    meta?: {
      exposure?: {
        /**
         * Number of groups in integration
         */
        ngroups?: TreeValue;
      };
    };
  } & {
    /**
     * The mask
     */
    dq?: NdArray;
  } & DqDef;
export type JwstMirImgApcorr = MirimgApcorr & Asdf;
/**
 * MIRI imaging aperture correction data model
 */
export type MirimgApcorr = Referencefile &
  KeywordChannel &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * Aperture correction factors table
     */
    apcorr_table?: NdArray;
  };
export type JwstMirImgPhotom = MirimgPhotom & Asdf;
/**
 * MIRI imaging photometric flux conversion data model
 */
export type MirimgPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordBand &
  KeywordPixelarea & {
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstMirLrsApcorr = MirlrsApcorr & Asdf;
/**
 * MIRI LRS aperture correction data model
 */
export type MirlrsApcorr = Referencefile &
  KeywordChannel &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * Aperture correction factors table
     */
    apcorr_table?: NdArray;
    /**
     * Units for the SIZE or RADIUS column in the APCORR table
     */
    sizeunit?: TreeValue;
  };
export type JwstMirLrsPathloss = MirlrsPathloss & Asdf;
/**
 * MIRI LRS Pathloss correction data model
 */
export type MirlrsPathloss = Referencefile &
  KeywordPexptype &
  KeywordExptype &
  KeywordReadpatt &
  KeywordFilter &
  KeywordBand &
  Subarray & {
    /**
     * Pathloss correction table
     */
    pathloss_table?: NdArray;
    meta?: {
      /**
       * WCS parameters
       */
      wcsinfo?: {
        /**
         * number of World Coordinate System axes
         */
        wcsaxes?: number;
        /**
         * Axis 1 coordinate of the reference pixel
         */
        crpix1?: number;
        /**
         * Axis 2 coordinate of the reference pixel
         */
        crpix2?: number;
        /**
         * Axis 1 value at the reference pixel
         */
        crval1?: number;
        /**
         * Axis 2 value at the reference pixel
         */
        crval2?: number;
        /**
         * Axis 1 coordinate increment at reference point
         */
        cdelt1?: number;
        /**
         * Axis 2 coordinate increment at reference point
         */
        cdelt2?: number;
        /**
         * Axis 1 type
         */
        ctype1?: string;
        /**
         * Axis 2 type
         */
        ctype2?: string;
        /**
         * Axis 1 units
         */
        cunit1?: string;
        /**
         * Axis 2 units
         */
        cunit2?: string;
      };
    };
  } & {
    meta?: {
      pathloss_table?: {
        /**
         * Column 1 units
         */
        tunit1?: string;
        /**
         * Column 2 units
         */
        tunit2?: string;
        /**
         * Column 3 units
         */
        tunit3?: string;
      };
    };
  };
export type JwstMirLrsPhotom = MirlrsPhotom & Asdf;
/**
 * MIRI LRS photometric flux conversion data model
 */
export type MirlrsPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordBand &
  KeywordPixelarea & {
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstMirMrsApcorr = MirmrsApcorr & Asdf;
/**
 * MIRI MRS aperture correction data model
 */
export type MirmrsApcorr = Referencefile &
  KeywordChannel &
  KeywordExptype &
  KeywordPexptype & {
    apcorr_table?: {
      channel?: string;
      band?: string;
      wavelength?: NdArray;
      wavelength_units?: string;
      radius?: NdArray;
      radius_units?: string;
      apcorr?: NdArray;
      apcorr_err?: NdArray;
    };
  };
export type JwstMirMrsPhotom = MirmrsPhotom & Asdf;
/**
 * MIRI MRS photometric flux conversion data model
 */
export type MirmrsPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordBand &
  KeywordPhotmjsr &
  KeywordPixelarea & {
    /**
     * Flux conversion array
     */
    data?: NdArray;
    /**
     * Uncertainty array
     */
    err?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
  } & DqDef & {
    /**
     * Pixel size array
     */
    pixsiz?: NdArray;
  } & {
    /**
     * Time dependent coefficents for channel 1
     */
    timecoeff_powerlaw_ch1?: NdArray;
    /**
     * Time dependent coefficents for channel 2
     */
    timecoeff_powerlaw_ch2?: NdArray;
    /**
     * Time dependent coefficents for channel 3
     */
    timecoeff_powerlaw_ch3?: NdArray;
    /**
     * Time dependent coefficents for channel 4
     */
    timecoeff_powerlaw_ch4?: NdArray;
  };
export type JwstMirMrsPtCorr = MiriMrsptcorr & Asdf;
/**
 * MIRI IFU Point Source Spectral Corrections
 */
export type MiriMrsptcorr = Referencefile &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * IFU spectral leak correction
     */
    leakcor_table?: NdArray;
    /**
     * IFU across slice transmission correction
     */
    tracor_table?: NdArray;
    /**
     * IFU across slice wavelength offset table 1
     */
    wavcorr_optical_table?: NdArray;
    /**
     * IFU across slice wavelength offset table 2
     */
    wavcorr_xslice_table?: NdArray;
    /**
     * IFU across slice wavelength offset table 3
     */
    wavcorr_shift_table?: NdArray;
  };
export type JwstMirMrsXArtCorr = MiriMrsxartcorr & Asdf;
/**
 * MIRI MRS Cross Artifact Corrections
 */
export type MiriMrsxartcorr = Referencefile &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * Cross artifact corrections for Channel 1A
     */
    ch1a_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 1B
     */
    ch1b_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 1C
     */
    ch1c_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 2A
     */
    ch2a_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 2B
     */
    ch2b_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 2C
     */
    ch2c_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 3A
     */
    ch3a_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 3B
     */
    ch3b_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 3C
     */
    ch3c_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 4A
     */
    ch4a_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 4B
     */
    ch4b_table?: NdArray;
    /**
     * Cross artifact corrections for Channel 4C
     */
    ch4c_table?: NdArray;
  };
export type JwstMirWfssPhotom = MirwfssPhotom & Asdf;
/**
 * MIRI WFSS photometric flux conversion data model
 */
export type MirwfssPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordPixelarea &
  KeywordBand & {
    /**
     * Unit of phot table photmjsr column
     */
    phot_unit?: string;
    /**
     * Unit of phot table wavelength column
     */
    wave_unit?: string;
  } & {
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstMiriIFUCubePars = MiriIfucubepars & Asdf;
/**
 * Default MIRI IFU cube parameters data model
 */
export type MiriIfucubepars = Ifucubepars & {
  /**
   * default IFU cube  parameters table
   */
  ifucubepars_table?: NdArray;
  /**
   * default IFU cube msm parameters table
   */
  ifucubepars_msm_table?: NdArray;
  /**
   * default IFU cube multi channel msm  wavetable
   */
  ifucubepars_multichannel_msm_wavetable?: NdArray;
  /**
   * default IFU cube emsm parameters table
   */
  ifucubepars_emsm_table?: NdArray;
  /**
   * default IFU cube multi channel emsm wavetable
   */
  ifucubepars_multichannel_emsm_wavetable?: NdArray;
  /**
   * default IFU cube multi channel driz wavetable
   */
  ifucubepars_multichannel_driz_wavetable?: NdArray;
};
/**
 * Default IFU CUBE parameters data model
 */
export type Ifucubepars = Referencefile &
  KeywordExptype & {
    /**
     * IFU Cube default parameters table
     */
    ifucubepars_table?: NdArray;
  };
export type JwstMiriLRSSpecwcs = SpecwcsMiriLrs & Asdf;
/**
 * MIRI LRS Fixed Slit Specwcs Schema
 */
export type SpecwcsMiriLrs = Referencefile &
  KeywordPexptype &
  KeywordExptype &
  KeywordFilter &
  Subarray & {
    /**
     * Wavelengths and x, y locations of wavelengths
     */
    wavetable?: NdArray;
  } & {
    meta?: {
      /**
       * [pixels] x coord of ref position of MIRIM_SLIT
       */
      x_ref?: number;
      /**
       * [pixels] y coord of ref position of MIRIM_SLIT
       */
      y_ref?: number;
      /**
       * [pixels] x coord of ref position of MIRIM_SLITLESS
       */
      x_ref_slitless?: number;
      /**
       * [pixels] y coord of ref position of MIRIM_SLITLESS
       */
      y_ref_slitless?: number;
      /**
       * Slit vertex 1 in V2 frame
       */
      v2_vert1?: number;
      /**
       * Slit vertex 2 in V2 frame
       */
      v2_vert2?: number;
      /**
       * Slit vertex 3 in V2 frame
       */
      v2_vert3?: number;
      /**
       * Slit vertex 4 in V2 frame
       */
      v2_vert4?: number;
      /**
       * Slit vertex 1 in V3 frame
       */
      v3_vert1?: number;
      /**
       * Slit vertex 2 in V3 frame
       */
      v3_vert2?: number;
      /**
       * Slit vertex 3 in V3 frame
       */
      v3_vert3?: number;
      /**
       * Slit vertex 4 in V3 frame
       */
      v3_vert4?: number;
    };
  };
export type JwstMiriResolution = MiriResolution & Asdf;
/**
 * Miri Resolution Reference file
 */
export type MiriResolution = Referencefile &
  KeywordChannel & {
    /**
     * Resolving Power table
     */
    resolving_power_table?: NdArray;
    /**
     * PSF FWHM Alpha
     */
    psf_fwhm_alpha_table?: NdArray;
    /**
     * PSF FWHM Beta
     */
    psf_fwhm_beta_table?: NdArray;
  };
export type JwstMiriWFSSSpecwcs = SpecwcsMiriWfss & Asdf;
/**
 * SPECWCS_MIRI_WFSS reference file model
 */
export type SpecwcsMiriWfss = Referencefile &
  KeywordExptype &
  Subarray &
  KeywordChannel &
  KeywordFilter & {
    /**
     * MIRI WFSS wavelength dispersion model, a list of astropy.modeling.Model,
     * matching the list of spectral orders.
     */
    displ: Transform[];
    /**
     * MIRI WFSS row dispersion model. Contains a list of list of
     * 2D astropy.modeling.Model, matching the list of spectral orders.
     */
    dispx: Transform[][];
    /**
     * MIRI WFSS column dispersion model. Contains a list of list of
     * 2D astropy.modeling.Model, matching the list of spectral orders.
     */
    dispy: Transform[][];
    /**
     * MIRI WFSS inverse wavelength dispersion model, a list of astropy.modeling.Model,
     * matching the list of spectral orders.
     */
    invdispl: Transform[];
    /**
     * MIRI WFSS orders, a list of orders matched to the array locations of the dispersion models
     */
    orders: number[];
    meta?: SpecwcsMiriWfssMeta;
  };
export type JwstMultiCombinedSpec = Multicombinedspec & Asdf;
export type Multicombinedspec = Core &
  IntTimes & {
    /**
     * An array of spectra
     */
    spec?: {
      /**
       * Combined, extracted spectral data table
       */
      spec_table?: NdArray;
      /**
       * Spectral order number
       */
      spectral_order?: number;
      /**
       * Source ID
       */
      source_id?: number;
      /**
       * Source type used for calibration
       */
      source_type?: "EXTENDED" | "POINT" | "UNKNOWN";
    }[];
  };
export type JwstMultiExposure = Multiexposure & Asdf;
export type Multiexposure = Core & {
  /**
   * An array of slits
   */
  exposures?: (Slitdata & {
    /**
     * META info from the exposure source file
     */
    meta?: TreeValue;
  })[];
};
export type Slitdata = {
  /**
   * The science data
   */
  data?: NdArray;
  /**
   * Data quality array
   */
  dq?: NdArray;
  /**
   * Error array
   */
  err?: NdArray;
  /**
   * Wavelength array, corrected for zero-point
   */
  wavelength?: NdArray;
  /**
   * Bar shadow correction
   */
  barshadow?: NdArray;
  /**
   * Pixel area map array
   */
  area?: NdArray;
  /**
   * Drizzle Weight array
   */
  wht?: NdArray;
  /**
   * Drizzle Context array
   */
  con?: NdArray;
  /**
   * Trace model
   */
  trace_model?: NdArray;
} & Variance &
  Flatcorr &
  Pathlosscorr &
  Photomcorr &
  Slitmeta &
  Bunit &
  Photometry &
  Wcsinfo;
export type JwstMultiSlit = Multislit & Asdf;
export type Multislit = Core & {
  /**
   * An array of slits
   *
   * An array of SlitModel instances. All slits come from the same exposure.
   */
  slits?: Slitdata[];
};
export type JwstMultiSpec = Multispec & Asdf;
export type Multispec = Core &
  IntTimes & {
    /**
     * An array of spectra
     */
    spec?: ({
      /**
       * Extracted spectral data table
       */
      spec_table?: NdArray;
    } & Specmeta)[];
  };
export type JwstNIRCAMGrism = SpecwcsNircamGrism & Asdf;
/**
 * SPECWCS_NIRCAM_GRISM reference file model
 */
export type SpecwcsNircamGrism = Referencefile &
  KeywordModule &
  KeywordPupil &
  KeywordExptype &
  KeywordFilter & {
    /**
     * Nircam Grism wavelength dispersion model, instance of astropy.modeling.Model
     */
    displ?: (TreeMap | (TreeMap | TreeMap[])[])[];
    /**
     * Nircam Grism row dispersion model, instance of astropy.modeling.Model
     */
    dispx?: (TreeMap | (TreeMap | TreeMap[])[])[];
    /**
     * Nircam Grism column dispersion model, instance of astropy.modeling.Model
     */
    dispy?: (TreeMap | (TreeMap | TreeMap[])[])[];
    /**
     * Nircam Grism inverse wavelength dispersion model, instance of astropy.modeling.Model
     */
    invdispl?: (TreeMap | (TreeMap | TreeMap[])[])[];
    /**
     * Nircam Grism inverse row dispersion model, instance of astropy.modeling.Model
     */
    invdispx?: (TreeMap | (TreeMap | TreeMap[])[])[];
    /**
     * Nircam Grism inverse column dispersion model, instance of astropy.modeling.Model
     */
    invdispy?: (TreeMap | (TreeMap | TreeMap[])[])[];
    /**
     * NIRCAM Grism orders, matched to the array locations of the dispersion models
     */
    orders?: number[];
    /**
     * NIRCAM Grism DHS stripe numbers, matched to the array locations of the dispersion models
     */
    stripes?: number[];
    /**
     * NIRCAM Grism DHS field points, matched to the array locations of the dispersion models
     */
    fieldpoints?: number[];
    meta?: SpecwcsMiriWfssMeta;
  };
export type JwstNIRISSGrism = SpecwcsNirissGrism & Asdf;
/**
 * SPECWCS_NIRISS_GRISM reference file model
 */
export type SpecwcsNirissGrism = Referencefile &
  KeywordPupil &
  KeywordExptype & {
    /**
     * NIRISS Grism wavelength dispersion model, instance of astropy.modeling.Model
     */
    displ?: TreeMap[];
    /**
     * NIRISS Grism row dispersion model, instance of astropy.modeling.Model
     */
    dispx?: TreeMap[][];
    /**
     * NIRISS Grism column dispersion model, instance of astropy.modeling.Model
     */
    dispy?: TreeMap[][];
    /**
     * NIRISS Grism inverse wavelength dispersion model, instance of astropy.modeling.Model
     */
    invdispl?: TreeMap[];
    /**
     * NIRISS Grism orders, matched to the array locations of the dispersion models
     */
    orders?: number[];
    /**
     * The reference position for the filter wheel in degrees
     * type: number
     *   minItems: 1
     *   maxItems: 1
     */
    fwcpos_ref?: TreeValue;
    meta?: SpecwcsMiriWfssMeta;
  };
export type JwstNRM = Nrm & Asdf;
/**
 * Non-Redundant Mask data model
 */
export type Nrm = Referencefile &
  KeywordExptype & {
    /**
     * [m] Flat-to-flat distance across pupil in V3 axis
     */
    diameter?: TreeValue;
    /**
     * [m] flat2flat hole size
     */
    flat_to_flat?: TreeValue;
    /**
     * [m] Circumscribing diameter for JWST primary
     */
    pupil_circumscribed?: TreeValue;
    /**
     * [m] X coordinate of NRM sub-aperture 1
     */
    x_a1?: TreeValue;
    /**
     * [m] Y coordinate of NRM sub-aperture 1
     */
    y_a1?: TreeValue;
    /**
     * [m] X coordinate of NRM sub-aperture 2
     */
    x_a2?: TreeValue;
    /**
     * [m] Y coordinate of NRM sub-aperture 2
     */
    y_a2?: TreeValue;
    /**
     * [m] X coordinate of NRM sub-aperture 3
     */
    x_a3?: TreeValue;
    /**
     * [m] Y coordinate of NRM sub-aperture 3
     */
    y_a3?: TreeValue;
    /**
     * [m] X coordinate of NRM sub-aperture 4
     */
    x_a4?: TreeValue;
    /**
     * [m] Y coordinate of NRM sub-aperture 4
     */
    y_a4?: TreeValue;
    /**
     * [m] X coordinate of NRM sub-aperture 5
     */
    x_a5?: TreeValue;
    /**
     * [m] Y coordinate of NRM sub-aperture 5
     */
    y_a5?: TreeValue;
    /**
     * [m] X coordinate of NRM sub-aperture 6
     */
    x_a6?: TreeValue;
    /**
     * [m] Y coordinate of NRM sub-aperture 6
     */
    y_a6?: TreeValue;
    /**
     * [m] X coordinate of NRM sub-aperture 7
     */
    x_a7?: TreeValue;
    /**
     * [m] Y coordinate of NRM sub-aperture 7
     */
    y_a7?: TreeValue;
    /**
     * Non-Redundant Mask
     */
    nrm?: NdArray;
  };
export type JwstNirspecFlat = NirspecFlat & Asdf;
export type NirspecFlat = Referencefile &
  KeywordExptype &
  KeywordFilter &
  KeywordGrating &
  KeywordLampmode &
  KeywordLampstate &
  KeywordPexptype &
  Subarray & {
    /**
     * NIRSpec flat-field reference data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error estimate
     */
    err?: NdArray;
    /**
     * Table of wavelengths for image planes
     */
    wavelength?: NdArray;
    /**
     * Table for quickly varying component of flat field
     */
    flat_table?: NdArray;
  } & DqDef;
export type JwstNirspecIFUCubePars = NirspecIfucubepars & Asdf;
/**
 * Default NIRSPEC IFU cube parameters data model
 */
export type NirspecIfucubepars = Ifucubepars &
  KeywordLampmode & {
    /**
     * default IFU cube  parameters table
     */
    ifucubepars_table?: NdArray;
    /**
     * default IFU cube msn parameters table
     */
    ifucubepars_msm_table?: NdArray;
    /**
     * default IFU cube prism msm wavetable
     */
    ifucubepars_prism_msm_wavetable?: NdArray;
    /**
     * default IFU cube med resolution msm  wavetable
     */
    ifucubepars_med_msm_wavetable?: NdArray;
    /**
     * default IFU cube high resolution msm wavetable
     */
    ifucubepars_high_msm_wavetable?: NdArray;
    /**
     * default IFU cube emsm parameters table
     */
    ifucubepars_emsm_table?: NdArray;
    /**
     * default IFU cube emsm prism wavetable
     */
    ifucubepars_prism_emsm_wavetable?: NdArray;
    /**
     * default IFU cube emsm med resolution wavetable
     */
    ifucubepars_med_emsm_wavetable?: NdArray;
    /**
     * default IFU cube emsm high resolution wavetable
     */
    ifucubepars_high_emsm_wavetable?: NdArray;
    /**
     * default IFU cube drizzle prism wavetable
     */
    ifucubepars_prism_driz_wavetable?: NdArray;
    /**
     * default IFU cube drizzle med resolution wavetable
     */
    ifucubepars_med_driz_wavetable?: NdArray;
    /**
     * default IFU cube drizzle high resolution wavetable
     */
    ifucubepars_high_driz_wavetable?: NdArray;
  };
export type JwstNirspecIfuArea = NirspecAreaIfu & Asdf;
/**
 * NIRSpec IFU pixel area data model
 */
export type NirspecAreaIfu = Referencefile &
  KeywordFilter &
  KeywordGrating &
  KeywordExptype & {
    /**
     * NIRSpec IFU pixel area table
     */
    area_table?: NdArray;
  };
export type JwstNirspecMosArea = NirspecAreaMos & Asdf;
/**
 * NIRSpec MOS pixel area data model
 */
export type NirspecAreaMos = Referencefile &
  KeywordFilter &
  KeywordGrating &
  KeywordExptype & {
    /**
     * NIRSpec MOS pixel area table
     */
    area_table?: NdArray;
  };
export type JwstNirspecQuadFlat = NirspecQuadFlat & Asdf;
export type NirspecQuadFlat = Referencefile &
  Subarray & {
    /**
     * An array of quadrants
     */
    quadrants?: {
      data?: NdArray;
      dq?: NdArray;
      err?: NdArray;
      /**
       * Table of wavelengths for image planes
       */
      wavelength?: NdArray;
      /**
       * Table for quickly varying component of flat field
       */
      flat_table?: NdArray;
    }[];
  } & DqDef;
export type JwstNirspecSlitArea = NirspecAreaSlit & Asdf;
/**
 * NIRSpec fixed-slit pixel area data model
 */
export type NirspecAreaSlit = Referencefile &
  KeywordFilter &
  KeywordGrating &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * NIRSpec fixed-slit pixel area table
     */
    area_table?: NdArray;
  };
export type JwstNisImgApcorr = NisimgApcorr & Asdf;
/**
 * NIRISS imaging aperture correction data model
 */
export type NisimgApcorr = Referencefile &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * Aperture correction factors table
     */
    apcorr_table?: NdArray;
  };
export type JwstNisImgPhotom = NisimgPhotom & Asdf;
/**
 * NIRISS imaging photometric flux conversion data model
 */
export type NisimgPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordPixelarea & {
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstNisSossPhotom = NissossPhotom & Asdf;
/**
 * NIRISS SOSS photometric flux conversion data model
 */
export type NissossPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordPixelarea & {
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstNisWfssApcorr = NiswfssApcorr & Asdf;
/**
 * NIRISS Wide Field Slitless Spectroscopy aperture correction data model
 */
export type NiswfssApcorr = Referencefile &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * Aperture correction factors table
     */
    apcorr_table?: NdArray;
    /**
     * Units for the SIZE or RADIUS column in the APCORR table
     */
    sizeunit?: TreeValue;
  };
export type JwstNisWfssPhotom = NiswfssPhotom & Asdf;
/**
 * NIRISS WFSS photometric flux conversion data model
 */
export type NiswfssPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordPixelarea & {
    /**
     * Unit of phot table photmjsr column
     */
    phot_unit?: string;
    /**
     * Unit of phot table wavelength column
     */
    wave_unit?: string;
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstNrcImgApcorr = NrcimgApcorr & Asdf;
/**
 * NIRCam imaging aperture correction data model
 */
export type NrcimgApcorr = Referencefile &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * Aperture correction factors table
     */
    apcorr_table?: NdArray;
  };
export type JwstNrcImgPhotom = NrcimgPhotom & Asdf;
/**
 * NIRCam imaging photometric flux conversion data model
 */
export type NrcimgPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordPixelarea & {
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstNrcWfssApcorr = NrcwfssApcorr & Asdf;
/**
 * NIRCam Wide Field Slitless Spectroscopy aperture correction data model
 */
export type NrcwfssApcorr = Referencefile &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * Aperture correction factors table
     */
    apcorr_table?: NdArray;
    /**
     * Units for the SIZE or RADIUS column in the APCORR table
     */
    sizeunit?: TreeValue;
  };
export type JwstNrcWfssPhotom = NrcwfssPhotom & Asdf;
/**
 * NIRCam WFSS photometric flux conversion data model
 */
export type NrcwfssPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordPixelarea & {
    /**
     * Unit of phot table photmjsr column
     */
    phot_unit?: string;
    /**
     * Unit of phot table wavelength column
     */
    wave_unit?: string;
  } & {
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstNrsFsApcorr = NrsfsApcorr & Asdf;
/**
 * NIRSpec Fixed Slit aperture correction data model
 */
export type NrsfsApcorr = Referencefile &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * Aperture correction factors table
     */
    apcorr_table?: NdArray;
    /**
     * Units for the SIZE or RADIUS column in the APCORR table
     */
    sizeunit?: TreeValue;
  };
export type JwstNrsFsPhotom = NrsfsPhotom & Asdf;
/**
 * NIRSpec Fixed-Slit photometric flux conversion data model
 */
export type NrsfsPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordPixelarea & {
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstNrsIfuApcorr = NrsifuApcorr & Asdf;
/**
 * NRS Ifu aperture correction data model
 */
export type NrsifuApcorr = Referencefile &
  KeywordExptype &
  KeywordFilter &
  KeywordGrating &
  KeywordLampmode &
  KeywordLampstate &
  KeywordPexptype & {
    apcorr_table?: {
      grating?: string;
      filter?: string;
      wavelength?: NdArray;
      wavelength_units?: string;
      radius?: NdArray;
      radius_units?: string;
      apcorr?: NdArray;
      apcorr_err?: NdArray;
    };
  };
export type JwstNrsMosApcorr = NrsmosApcorr & Asdf;
/**
 * NIRSpec MOS and IFU aperture correction data model
 */
export type NrsmosApcorr = Referencefile &
  KeywordExptype &
  KeywordPexptype & {
    /**
     * Aperture correction factors table
     */
    apcorr_table?: NdArray;
    /**
     * Units for the SIZE or RADIUS column in the APCORR table
     */
    sizeunit?: TreeValue;
  };
export type JwstNrsMosPhotom = NrsmosPhotom & Asdf;
/**
 * NIRSpec MOS and IFU photometric flux conversion data model
 */
export type NrsmosPhotom = Referencefile &
  KeywordExptype &
  KeywordPexptype &
  KeywordPixelarea & {
    /**
     * Photometric flux conversion factors table
     */
    phot_table?: NdArray;
  } & {
    /**
     * Linear time dependence coefficients for photometric corrections
     */
    timecoeff_linear?: NdArray;
  } & {
    /**
     * Exponential time dependence coefficients for photometric corrections
     */
    timecoeff_exponential?: NdArray;
  } & {
    /**
     * Time dependence coefficients for photometric corrections
     */
    timecoeff_powerlaw?: NdArray;
  };
export type JwstOTE = Ote & Asdf;
/**
 * NirSpec OTE reference file model
 */
export type Ote = Referencefile & KeywordExptype & KeywordPexptype & Distortion2;
export type JwstOutlierIFUOutput = Outlierifuoutput & Asdf;
/**
 * IFU Outlier detection optional arrays
 */
export type Outlierifuoutput = Core & {
  meta?: {
    /**
     * outlier detection kernel x size
     */
    kernel_xsize?: number;
    /**
     * outlier detection kernel y size
     */
    kernel_ysize?: number;
    /**
     * outlier detection threshold percent
     */
    threshold_percent?: number;
  };
} & {
  /**
   * DIFFARR
   */
  diffarr?: NdArray;
  /**
   * MINARR
   */
  minarr?: NdArray;
  /**
   * NORMARR
   */
  normarr?: NdArray;
  /**
   * MINNORM
   */
  minnorm?: NdArray;
};
export type JwstPastasoss = Pastasossmodel & Asdf;
export type Pastasossmodel = Referencefile &
  KeywordExptype &
  KeywordFilter & {
    meta?: {
      /**
       * Order 2 separation cutoff wavelengths
       */
      order2_separation_cutoff?: number[];
      /**
       * Pupil wheel position bounds for this configuration
       */
      pwcpos_bounds?: number[];
      /**
       * Commanded position
       */
      pwcpos_cmd?: number;
      /**
       * SOSS subarray x dimension
       */
      soss_xdim?: number;
      /**
       * SOSS subarray y dimension
       */
      soss_ydim?: number;
      /**
       * SOSS subarray minimum y pixel
       */
      subarray_ymin?: number;
      /**
       * Number of wavelength points in wavemap
       */
      wavemap_nwl?: number;
      /**
       * Maximum wavelength in wavemap
       */
      wavemap_wlmax?: number;
      /**
       * Minimum wavelength in wavemap
       */
      wavemap_wlmin?: number;
    };
    /**
     * An array of trace models by order
     */
    traces?: {
      /**
       * Spectral order
       */
      spectral_order?: number;
      /**
       * Pixel rotation point
       */
      pivot_x?: number;
      /**
       * Pixel rotation point
       */
      pivot_y?: number;
      /**
       * The trace position
       */
      trace?: NdArray;
      /**
       * Pixel oversampling
       */
      oversampling?: number;
      /**
       * Pixel cutoff for trace validity
       */
      cutoff?: number;
      /**
       * Min wavelength cutoff for trace in um
       */
      short_cutoff?: number;
    }[];
    /**
     * Polynomial regression model fitting wavelength to x, offset
     */
    wavecal_models?: {
      /**
       * Spectral order
       */
      spectral_order?: number;
      /**
       * Polynomial degree of model
       */
      polynomial_degree?: number;
      /**
       * List of polynomial coefficients
       */
      coefficients?: NdArray;
      /**
       * Coefficient order specification
       */
      coefficient_labels?: string;
      /**
       * Range of values for normalization
       */
      scale_extents?: NdArray;
    }[];
    /**
     * An array of GR700XD throughputs by order
     */
    throughputs?: {
      /**
       * Spectral order
       */
      spectral_order?: number;
      /**
       * The throughput array
       */
      throughput?: NdArray;
      /**
       * The wavelength array
       */
      wavelength?: NdArray;
    }[];
  };
export type JwstPathloss = Pathloss & Asdf;
/**
 * Pathloss correction data model
 */
export type Pathloss = Referencefile &
  KeywordPexptype &
  KeywordExptype & {
    /**
     * Array of pathloss models
     */
    apertures?: {
      /**
       * name
       */
      name?: TreeValue;
      /**
       * shutters
       */
      shutters?: TreeValue;
      /**
       * Point source pathloss
       */
      pointsource_data?: NdArray;
      /**
       * Point source pathloss variance
       */
      pointsource_err?: NdArray;
      /**
       * Uniform source pathloss
       */
      uniform_data?: NdArray;
      /**
       * Uniform source pathloss variance
       */
      uniform_err?: NdArray;
      pointsource_wcs?: {
        /**
         * crpix1
         */
        crpix1?: TreeValue;
        /**
         * crpix2
         */
        crpix2?: TreeValue;
        /**
         * crpix3
         */
        crpix3?: TreeValue;
        /**
         * crval1
         */
        crval1?: TreeValue;
        /**
         * crval2
         */
        crval2?: TreeValue;
        /**
         * crval3
         */
        crval3?: TreeValue;
        /**
         * cdelt1
         */
        cdelt1?: TreeValue;
        /**
         * cdelt2
         */
        cdelt2?: TreeValue;
        /**
         * cdelt3
         */
        cdelt3?: TreeValue;
      };
      uniform_wcs?: {
        /**
         * crpix1
         */
        crpix1?: TreeValue;
        /**
         * crval1
         */
        crval1?: TreeValue;
        /**
         * cdelt1
         */
        cdelt1?: TreeValue;
      };
    }[];
  };
export type JwstPersistenceSat = Persat & Asdf;
/**
 * Persistence saturation threshold
 */
export type Persat = Referencefile &
  Subarray & {
    /**
     * Persistence saturation threshold
     */
    data?: NdArray;
    /**
     * data quality array
     */
    dq?: NdArray;
  } & DqDef;
export type JwstPictureFrame = Pictureframe & Asdf;
export type Pictureframe = Referencefile & {
  /**
   * Picture frame rate data
   */
  data?: NdArray;
};
export type JwstPixelArea = Pixelarea & Asdf;
export type Pixelarea = Referencefile &
  KeywordExptype &
  KeywordFilter &
  KeywordGrating &
  KeywordPixelarea &
  KeywordPupil & {
    /**
     * The pixel area array
     */
    data?: NdArray;
  };
export type JwstPsfMask = Psfmask & Asdf;
/**
 * Coronagraphic PSF mask data model
 */
export type Psfmask = Referencefile &
  KeywordFilter &
  KeywordCoronmsk &
  KeywordExptype &
  Subarray & {
    /**
     * The PSF mask
     */
    data?: NdArray;
  };
export type JwstQuad = Quad & Asdf;
export type Quad = Core &
  Bunit &
  Photometry &
  Wcsinfo & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
  };
export type JwstRSCD = Rscd & Asdf;
/**
 * RSCD reference file model
 */
export type Rscd = Referencefile & {
  /**
   * Reference file for RSCD baseline correction
   */
  rscd_group_skip_table?: NdArray;
};
export type JwstRampFitOutput = Rampfitoutput & Asdf;
export type Rampfitoutput = Core & {
  /**
   * Segment-specific slope
   */
  slope?: NdArray;
  /**
   * Sigma for segment-specific slope
   */
  sigslope?: NdArray;
  /**
   * Variance due to poisson noise for segment-specific slope
   */
  var_poisson?: NdArray;
  /**
   * Variance due to read noise for segment-specific slope
   */
  var_rnoise?: NdArray;
  /**
   * Segment-specific y-intercept
   */
  yint?: NdArray;
  /**
   * Sigma for segment-specific y-intercept
   */
  sigyint?: NdArray;
  /**
   * Pedestal array
   */
  pedestal?: NdArray;
  /**
   * Weights for segment-specific fits
   */
  weights?: NdArray;
  /**
   * Approximate CR magnitudes
   */
  crmag?: NdArray;
};
export type JwstRamp = Ramp & Asdf;
export type Ramp = Core &
  Bunit &
  Photometry &
  Wcsinfo & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * 2-D data quality array for all planes
     */
    pixeldq?: NdArray;
    /**
     * 4-D data quality array for each plane
     */
    groupdq?: NdArray;
    /**
     * Zeroframe array
     */
    zeroframe?: NdArray;
    /**
     * Reference Output
     */
    refout?: NdArray;
    /**
     * Average dark current
     */
    average_dark_current?: NdArray;
  } & Group &
  IntTimes &
  Msatargacq;
export type JwstReadnoise = Readnoise & Asdf;
export type Readnoise = Referencefile &
  Subarray &
  KeywordReadpatt &
  KeywordPreadpatt &
  KeywordGainfact &
  KeywordNoutputs &
  Bunit & {
    /**
     * Read noise
     */
    data?: NdArray;
  };
export type JwstReferenceCube = Referencecube & Asdf;
/**
 * Reference cube data model
 */
export type Referencecube = Referencefile & {
  /**
   * The science data
   */
  data?: NdArray;
  /**
   * Data quality array
   */
  dq?: NdArray;
  /**
   * Error array
   */
  err?: NdArray;
};
export type JwstReferenceFile = Referencefile & Asdf;
export type JwstReferenceImage = Referenceimage & Asdf;
/**
 * Reference image data model
 */
export type Referenceimage = Referencefile & {
  /**
   * The science data
   */
  data?: NdArray;
  /**
   * Data quality array
   */
  dq?: NdArray;
  /**
   * Error array
   */
  err?: NdArray;
};
export type JwstReferenceQuad = Referencequad & Asdf;
/**
 * Reference quad data model
 */
export type Referencequad = Referencefile & {
  /**
   * The science data
   */
  data?: NdArray;
  /**
   * Data quality array
   */
  dq?: NdArray;
  /**
   * Error array
   */
  err?: NdArray;
};
export type JwstRegions = Regions & Asdf;
/**
 * MIRI MRS REGIONS reference file model (assign_wcs step)
 */
export type Regions = Referencefile &
  KeywordBand &
  KeywordChannel &
  Subarray &
  KeywordExptype & {
    regions?: NdArray;
  };
export type JwstReset = Reset & Asdf;
/**
 * Reset Correction data model
 */
export type Reset = Referencefile &
  KeywordReadpatt &
  KeywordNgroups &
  KeywordPreadpatt &
  KeywordNints &
  Subarray & {
    /**
     * Reset Correction array
     */
    data?: NdArray;
    /**
     * 2-D data quality array for each integration
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
  } & DqDef;
export type JwstResolution = Resolution & Asdf;
/**
 * Default Resolution Reference file
 */
export type Resolution = Referencefile & {
  /**
   * Resolving Power table
   */
  data?: NdArray;
};
export type JwstSIRSKernel = Referencefile & Asdf;
export type JwstSaturation = Saturation & Asdf;
/**
 * Saturation checking data
 */
export type Saturation = Referencefile &
  Subarray &
  KeywordGainfact & {
    /**
     * Saturation threshold
     */
    data?: NdArray;
    /**
     * 2-D data quality array for all planes
     */
    dq?: NdArray;
  } & DqDef;
export type JwstSegmentationMap = Segmap & Asdf;
export type Segmap = Core &
  Photometry &
  Wcsinfo & {
    /**
     * The segmentation map
     */
    data?: NdArray;
  };
export type JwstSlitData = Slitdata & Asdf;
export type JwstSlit = Slit & Asdf;
export type Slit = Core & Slitdata & IntTimes;
export type JwstSossBkg = Sossbkg & Asdf;
export type Sossbkg = Referencefile &
  KeywordExptype &
  KeywordFilter &
  KeywordPupil &
  Subarray &
  Bunit & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
  };
export type JwstSossExtract = Sossextractmodel & Asdf;
export type Sossextractmodel = Core & {
  /**
   * Model trace for spectral order 1
   */
  order1?: NdArray;
  /**
   * Model trace for spectral order 2
   */
  order2?: NdArray;
  /**
   * Model trace for spectral order 3
   */
  order3?: NdArray;
  /**
   * Pixel weights for order 1 extraction
   */
  aperture1?: NdArray;
  /**
   * Pixel weights for order 2 extraction
   */
  aperture2?: NdArray;
  /**
   * Pixel weights for order 3 extraction
   */
  aperture3?: NdArray;
};
export type JwstSossWaveGrid = Sosswavegrid & Asdf;
export type Sosswavegrid = Core & {
  /**
   * Wavelength grid
   */
  wavegrid?: NdArray;
};
export type JwstSpecKernel = Speckernel & Asdf;
export type Speckernel = Referencefile &
  KeywordExptype & {
    meta?: {
      /**
       * The number of wavelengths used
       */
      nwave?: number;
      /**
       * Wavelength of the first kernel (in microns)
       */
      wavemin?: number;
      /**
       * Wavelength of the last kernel (in microns)
       */
      wavemax?: number;
      /**
       * The spectral oversampling of the native pixels
       */
      spectral_oversampling?: number;
      /**
       * The half width of the kernel in native pixels
       */
      halfwidth?: number;
      /**
       * Index of the kernel centroid
       */
      centroid_index?: number;
    };
  } & {
    /**
     * Wavelengths
     */
    wavelengths?: NdArray;
    /**
     * Kernels
     */
    kernels?: NdArray;
  };
export type JwstSpec = Spec & Asdf;
/**
 * Spectrum data model
 */
export type Spec = Core &
  Specmeta & {
    /**
     * Extracted spectral data table
     */
    spec_table?: NdArray;
  };
export type JwstSpecProfile = Specprofile & Asdf;
export type Specprofile = Referencefile &
  KeywordExptype &
  KeywordFilter &
  Subarray &
  KeywordPsubarray & {
    /**
     * An array of profiles
     */
    profile?: Specprofilesingle[];
  };
/**
 * Spectral profile data
 */
export type Specprofilesingle = Referencefile &
  KeywordExptype &
  Subarray & {
    /**
     * Spectral order
     */
    order?: number;
    /**
     * Pixel oversampling
     */
    oversampling?: number;
    /**
     * Native pixel-size padding around the image
     */
    padding?: number;
    /**
     * The profile data
     */
    data?: NdArray;
  };
export type JwstSpecProfileSingle = Specprofilesingle & Asdf;
export type JwstSpecPsf = Specpsf & Asdf;
export type Specpsf = Referencefile &
  KeywordBand &
  KeywordPband &
  KeywordChannel &
  KeywordPchannel &
  KeywordExptype &
  KeywordPexptype &
  KeywordFilter &
  KeywordPfilter &
  KeywordGrating &
  KeywordPgrating & {
    /**
     * Array of PSF models
     */
    apertures?: {
      /**
       * Aperture name
       */
      name?: TreeValue;
      /**
       * Oversampling factor
       */
      subpix?: number;
      /**
       * Center column (vertical dispersion)
       */
      center_col?: number;
      /**
       * Center row (horizontal dispersion)
       */
      center_row?: number;
      /**
       * PSF image
       */
      data?: NdArray;
      /**
       * Wavelength image
       */
      wave?: NdArray;
    }[];
  };
export type JwstSpecTrace = Spectrace & Asdf;
export type Spectrace = Referencefile &
  KeywordExptype &
  KeywordFilter &
  Subarray & {
    /**
     * An array of spectral trace data
     */
    trace?: Spectracesingle[];
  };
/**
 * Spectral trace data
 */
export type Spectracesingle = Referencefile &
  KeywordExptype &
  Subarray & {
    /**
     * Spectral order
     */
    order?: number;
    /**
     * Spectral trace table
     */
    data?: NdArray;
  };
export type JwstSpecTraceSingle = Spectracesingle & Asdf;
export type JwstSpecwcs = Specwcs & Asdf;
/**
 * SPECWCS reference file model
 */
export type Specwcs = Referencefile &
  KeywordBand &
  KeywordChannel &
  KeywordFilter &
  KeywordModule &
  KeywordPupil &
  KeywordExptype &
  Subarray & {
    /**
     * A list of slice numbers.
     */
    slices?: number[];
    /**
     * Transform from detector (x, y) coordinate to lambda.
     * The transform is a Polynomial as a function of x and y.
     * The transform is defined for each slice.
     * Each element is an instance of astropy.modeling.Model.
     */
    model?: TreeMap[];
    meta?: CameraMeta;
  };
export type JwstStrayLight = Straylight & Asdf;
/**
 * Straylight MRS correction data model
 */
export type Straylight = Referencefile &
  KeywordBand & {
    /**
     * Straylight mask
     */
    data?: NdArray;
  };
export type JwstSuperBias = Superbias & Asdf;
export type Superbias = Referencefile &
  Subarray &
  KeywordPsubarray &
  KeywordReadpatt &
  KeywordPreadpatt &
  KeywordGainfact &
  KeywordNoutputs &
  KeywordGrating &
  KeywordPgrating &
  Bunit & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
  } & DqDef;
export type JwstSuperstripeRamp = SuperstripeRamp & Asdf;
export type SuperstripeRamp = Core &
  Bunit &
  Photometry &
  Wcsinfo & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * 3-D data quality array for all planes
     */
    pixeldq?: NdArray;
    /**
     * 4-D data quality array for each plane
     */
    groupdq?: NdArray;
    /**
     * Zeroframe array
     */
    zeroframe?: NdArray;
    /**
     * Reference Output
     */
    refout?: NdArray;
  } & Group &
  IntTimes &
  Msatargacq;
export type JwstTSOMultiSpec = TsoMultispec & Asdf;
export type TsoMultispec = Core &
  IntTimes & {
    /**
     * An array of spectra
     */
    spec?: ({
      /**
       * Extracted spectral data table with multiple integrations for TSO
       */
      spec_table?: NdArray;
    } & Specmeta)[];
  };
export type JwstTSOSpec = TsoSpec & Asdf;
/**
 * Spectrum data model with multiple integrations for TSO
 */
export type TsoSpec = Core &
  Specmeta & {
    /**
     * Extracted spectral data table with multiple integrations for TSO
     */
    spec_table?: NdArray;
  };
export type JwstThroughput = Throughput & Asdf;
/**
 * Filter throughput data model
 */
export type Throughput = Referencefile &
  KeywordFilter & {
    /**
     * Filter throughput table
     */
    filter_table?: NdArray;
  };
export type JwstTrapDensity = Trapdensity & Asdf;
/**
 * Trap density map
 */
export type Trapdensity = Referencefile &
  Subarray & {
    /**
     * Trap density
     */
    data?: NdArray;
    /**
     * data quality array
     */
    dq?: NdArray;
  } & DqDef;
export type JwstTrapPars = Trappars & Asdf;
/**
 * TrapPars data model
 */
export type Trappars = Referencefile & {
  /**
   * Trap capture and decay parameters
   */
  trappars_table?: NdArray;
};
export type JwstTrapsFilled = Trapsfilled & Asdf;
/**
 * Traps-filled map
 */
export type Trapsfilled = Core &
  Wcsinfo &
  Subarray & {
    /**
     * Traps filled
     */
    data?: NdArray;
  };
export type JwstTsoPhot = Tsophot & Asdf;
/**
 * TSO image photometry reference file model (tso_photometry step)
 */
export type Tsophot = Referencefile &
  KeywordExptype &
  KeywordTsovisit & {
    /**
     * List of aperture radii for each pupil
     */
    radii?: {
      /**
       * Pupil wheel element name, or ANY
       */
      pupil?: string;
      /**
       * Aperture radius
       */
      radius?: number;
      /**
       * Background annulus inner radius
       */
      radius_inner?: number;
      /**
       * Background annulus outer radius
       */
      radius_outer?: number;
    }[];
  };
export type JwstWFSSCombinedSpec = WfssCombinedspec & Asdf;
/**
 * Table of WFSS-extracted spectra and their associated metadata
 */
export type WfssCombinedspec = Core & WfssCombinedspec2;
export type JwstWFSSMultiCombinedSpec = WfssMulticombinedspec & Asdf;
/**
 * Table of exposure-averaged WFSS-extracted spectra and their associated metadata
 */
export type WfssMulticombinedspec = Core &
  IntTimes & {
    /**
     * An array of spectra
     */
    spec?: WfssCombinedspec2[];
  };
export type JwstWFSSMultiSpec = WfssMultispec & Asdf;
export type WfssMultispec = Core & {
  /**
   * An array of WFSS specmodels
   *
   * An array of WFSS multispecmodels, one model per exposure.
   */
  spec?: (WfssSpecmeta & {
    /**
     * Extracted spectral data table with WFSS extraction metadata
     */
    spec_table?: NdArray;
  })[];
};
export type JwstWFSSSpec = WfssSpec & Asdf;
/**
 * Table of WFSS-extracted spectra and their associated metadata
 */
export type WfssSpec = Core &
  WfssSpecmeta & {
    /**
     * Extracted spectral data table with WFSS extraction metadata
     */
    spec_table?: NdArray;
  };
export type JwstWaveCorr = Wavecorr & Asdf;
/**
 * NirSpec WAVECORR (wavelength zero-point correction) reference file model
 */
export type Wavecorr = Referencefile &
  KeywordExptype & {
    apertures?: ZeroPointCorrection[];
  };
export type JwstWaveMap = Wavemap & Asdf;
export type Wavemap = Referencefile &
  KeywordExptype &
  KeywordFilter &
  Subarray & {
    /**
     * An array of wavelength maps
     */
    map?: Wavemapsingle[];
  };
/**
 * Wavelength map data
 */
export type Wavemapsingle = Referencefile &
  KeywordExptype &
  Subarray & {
    /**
     * Spectral order
     */
    order?: number;
    /**
     * Pixel oversampling
     */
    oversampling?: number;
    /**
     * Native pixel-size padding around the image
     */
    padding?: number;
    /**
     * The wavelength data
     */
    data?: NdArray;
  };
export type JwstWaveMapSingle = Wavemapsingle & Asdf;
export type JwstWavelengthrange = Wavelengthrange & Asdf;
/**
 * WAVELENGTHRANGE reference file model
 */
export type Wavelengthrange = Referencefile &
  KeywordExptype &
  KeywordBand &
  KeywordChannel & {
    /**
     * A keyword which is a selector for the different ranges.
     * For MIRI MRS this is a <channel><band>, for example, "1SHORT".
     * For NirSpec the identifier is <filter>_<grating>, for example F070LP_G140H.
     * For WFSS and TSGRISM modes, this is the list of available filters.
     */
    waverange_selector?: string[];
    /**
     * Wavelength range values
     */
    wavelengthrange?: (number | string)[][] | number[][];
    /**
     * For WFSS, this is the list of orders that are available for this file
     */
    order?: number[];
    meta?: DisperserMeta;
  };
export type JwstWfssBkg = Wfssbkg & Asdf;
export type Wfssbkg = Referencefile &
  KeywordExptype &
  KeywordFilter &
  KeywordPupil &
  Subarray &
  Bunit & {
    /**
     * The science data
     */
    data?: NdArray;
    /**
     * Data quality array
     */
    dq?: NdArray;
    /**
     * Error array
     */
    err?: NdArray;
  } & DqDef;

export type Referencefile = {
  meta?: {
    /**
     * Date this file was created (UTC)
     */
    date?: string;
    /**
     * Organization responsible for creating file
     */
    origin?: string;
    /**
     * principal time system for time-related keywords
     */
    time_sys?: string;
    /**
     * Default unit applicable to all time values
     */
    time_unit?: string;
    /**
     * Name of the file
     */
    filename?: string;
    /**
     * Type of data in the file
     */
    filetype?: string;
    /**
     * Type of data model
     */
    model_type?: string;
    /**
     * Telescope used to acquire the data
     */
    telescope?: string;
    /**
     * Reference file type
     */
    reftype?: string;
    /**
     * The pedigree of the reference file
     */
    pedigree?: string;
    /**
     * Description of the reference file
     */
    description?: string;
    /**
     * Author of the reference file
     */
    author?: string;
    /**
     * Use after date of the reference file
     */
    useafter?: string;
    /**
     * Instrument configuration information
     */
    instrument?: {
      /**
       * Instrument used to acquire the data
       */
      name?: "NIRCAM" | "NIRSPEC" | "MIRI" | "TFI" | "FGS" | "NIRISS" | "ANY" | "N/A";
      /**
       * Name of detector used to acquire the data
       *
       * Detector name.
       */
      detector?:
        | "NRCA1"
        | "NRCA2"
        | "NRCA3"
        | "NRCA4"
        | "NRCALONG"
        | "NRCB1"
        | "NRCB2"
        | "NRCB3"
        | "NRCB4"
        | "NRCBLONG"
        | "NRS1"
        | "NRS2"
        | "ANY"
        | "MIRIMAGE"
        | "MIRIFULONG"
        | "MIRIFUSHORT"
        | "NIS"
        | "GUIDER1"
        | "GUIDER2"
        | "MULTIPLE"
        | "N/A";
    };
  };
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
export type Core = {
  meta?: {
    /**
     * UTC date file created
     */
    date?: string;
    /**
     * Organization responsible for creating file
     */
    origin?: string;
    /**
     * principal time system for time-related keywords
     */
    time_sys?: string;
    /**
     * Default unit applicable to all time values
     */
    time_unit?: string;
    /**
     * Name of the file
     */
    filename?: string;
    /**
     * Data Processing (DP) Software Version
     */
    data_processing_software_version?: string;
    /**
     * S&OC Project Reference Database (PRD) Version
     */
    prd_software_version?: string;
    /**
     * Observatory Scheduling Software (OSS) Version
     */
    oss_software_version?: string;
    /**
     * Guide Star Catalog (GSC) Version
     */
    guide_star_catalog_version?: string;
    /**
     * Calibration Software Version
     */
    calibration_software_version?: string;
    /**
     * Calibration Software Repository Version
     */
    calibration_software_revision?: string;
    /**
     * Type of data model
     */
    model_type?: string;
    /**
     * Telescope used to acquire the data
     */
    telescope?: string;
    /**
     * High Gain Antenna moved during data collection
     */
    hga_move?: boolean;
    /**
     * Start time of HGA motion
     */
    hga_start_time?: string;
    /**
     * Stop time of HGA motion
     */
    hga_stop_time?: string;
    /**
     * [d] Previous WFS exposure end time in MJD
     */
    pwfseet?: number;
    /**
     * [d] Next WFS exposure start time in MJD
     */
    nwfsest?: number;
    /**
     * On-board data compression was used (T/F)
     */
    compress?: boolean;
    /**
     * Association information
     */
    asn?: {
      /**
       * Name of the ASN pool
       */
      pool_name?: string;
      /**
       * Name of the ASN table
       */
      table_name?: string;
      /**
       * Exposure type provided for this exposure in the association
       */
      exptype?: string;
    };
    /**
     * Program information
     */
    program?: {
      /**
       * Proposal title
       */
      title?: string;
      /**
       * Principal investigator name
       */
      pi_name?: string;
      /**
       * Program category
       */
      category?: string;
      /**
       * Program sub-category
       */
      sub_category?: string;
      /**
       * Science category assigned during TAC process
       */
      science_category?: string;
      /**
       * Continuation of previous program
       */
      continuation_id?: number;
    };
    /**
     * Observation identifiers
     */
    observation?: {
      /**
       * [yyyy-mm-dd] UTC date at start of exposure
       */
      date?: string;
      /**
       * [hh:mm:ss.sss] UTC time at start of exposure
       */
      time?: string;
      /**
       * Date-time start of exposure
       */
      date_beg?: string;
      /**
       * Date-time end of exposure
       */
      date_end?: string;
      /**
       * Programmatic observation identifier
       */
      obs_id?: string;
      /**
       * Visit identifier
       */
      visit_id?: string;
      /**
       * Program number
       */
      program_number?: string;
      /**
       * Observation number
       */
      observation_number?: string;
      /**
       * Visit number
       */
      visit_number?: string;
      /**
       * Visit group identifier
       */
      visit_group?: string;
      /**
       * Parallel sequence identifier
       */
      sequence_id?: string;
      /**
       * Activity identifier
       */
      activity_id?: string;
      /**
       * Exposure request number
       */
      exposure_number?: string;
      /**
       * Background target
       */
      bkgdtarg?: boolean;
      /**
       * Observation template used
       */
      template?: string;
      /**
       * Proposer label for the observation
       */
      observation_label?: string;
      /**
       * Name of the APT observation folder
       */
      observation_folder?: string;
    };
    /**
     * Visit information
     */
    visit?: {
      /**
       * Engineering DB quality indicator
       */
      engineering_quality?: "OK" | "SUSPECT";
      /**
       * Quality of pointing information from EngDB
       */
      engdb_pointing_quality?:
        | "CALCULATED"
        | "CALCULATED_COARSE_TR_202107"
        | "CALCULATED_COARSE_TR_202111"
        | "CALCULATED_FULL"
        | "CALCULATED_FULLVA"
        | "CALCULATED_GSCMD"
        | "CALCULATED_GSCMD_V3PAGS"
        | "CALCULATED_ORIGINAL"
        | "PLANNED"
        | "CALCULATED_TR_202105"
        | "CALCULATED_TR_202105_VA"
        | "CALCULATED_TRACK_TR_202107"
        | "CALCULATED_TRACK_TR_202111";
      /**
       * Visit type
       */
      type?:
        | "GENERIC"
        | "PARALLEL_DARK_CALIBRATION"
        | "PARALLEL_EXTERNAL_CALIBRATION"
        | "PARALLEL_PURE"
        | "PARALLEL_SLEW_CALIBRATION"
        | "PRIME_STATION_KEEPING"
        | "PRIME_TARGETED_FIXED"
        | "PRIME_TARGETED_MOVING"
        | "PRIME_UNTARGETED"
        | "PRIME_WFSC_ROUTINE"
        | "PRIME_WFSC_SENSING_CONTROL"
        | "PRIME_WFSC_SENSING_ONLY"
        | "PRIOR_MOMENTUM_UNLOAD";
      /**
       * UTC visit start time
       */
      start_time?: string;
      /**
       * Status of a visit
       */
      status?: string;
      /**
       * Total number of planned exposures in visit
       */
      total_exposures?: number;
      /**
       * At least one exposure in visit is internal
       */
      internal_target?: boolean;
      /**
       * Visit scheduled as target of opportunity
       */
      too_visit?: boolean;
      /**
       * Time Series Observation visit indicator
       */
      tsovisit?: boolean;
      /**
       * Special commanding without SI configuration
       */
      exp_only?: boolean;
      /**
       * Are the FGSes in a crowded field?
       */
      crowded_field?: boolean;
    };
    /**
     * Target information
     */
    target?: {
      /**
       * Proposer's name for the target
       */
      proposer_name?: string;
      /**
       * Standard astronomical catalog name for target
       */
      catalog_name?: string;
      /**
       * Type of target (fixed, moving, generic)
       */
      type?: string;
      /**
       * Target category from APT
       */
      category?: string;
      /**
       * Target description from APT
       */
      description?: string;
      /**
       * [deg] Target RA at mid time of exposure
       */
      ra?: number;
      /**
       * [deg] Target Dec at mid time of exposure
       */
      dec?: number;
      /**
       * [arcsec] Target RA uncertainty
       */
      ra_uncertainty?: number;
      /**
       * [arcsec] Target Dec uncertainty
       */
      dec_uncertainty?: number;
      /**
       * [arcsec/yr] Target proper motion in RA
       */
      proper_motion_ra?: number;
      /**
       * [arcsec/yr] Target proper motion in Dec
       */
      proper_motion_dec?: number;
      /**
       * Target proper motion epoch in UT
       */
      proper_motion_epoch?: string;
      /**
       * [deg] Proposer's target RA
       */
      proposer_ra?: number;
      /**
       * [deg] Proposer's target Dec
       */
      proposer_dec?: number;
      /**
       * Source type from APT (point/extended)
       */
      source_type_apt?: "EXTENDED" | "POINT" | "UNKNOWN";
      /**
       * Source type used for calibration
       */
      source_type?: "EXTENDED" | "POINT" | "UNKNOWN";
    };
    /**
     * Instrument configuration information
     */
    instrument?: {
      /**
       * Instrument used to acquire the data
       */
      name?: "NIRCAM" | "NIRSPEC" | "MIRI" | "TFI" | "FGS" | "NIRISS" | "ANY" | "N/A";
      /**
       * Name of detector used to acquire the data
       */
      detector?:
        | "NRCA1"
        | "NRCA2"
        | "NRCA3"
        | "NRCA4"
        | "NRCALONG"
        | "NRCB1"
        | "NRCB2"
        | "NRCB3"
        | "NRCB4"
        | "NRCBLONG"
        | "NRS1"
        | "NRS2"
        | "ANY"
        | "MIRIMAGE"
        | "MIRIFULONG"
        | "MIRIFUSHORT"
        | "NIS"
        | "GUIDER1"
        | "GUIDER2"
        | "N/A"
        | "MULTIPLE";
      /**
       * NIRCam module: A, B or MULTIPLE
       */
      module?: "A" | "B" | "MULTIPLE";
      /**
       * Instrument channel
       */
      channel?: (
        ("1" | "2" | "3" | "4" | "12" | "34" | "123" | "234" | "1234") | ("LONG" | "SHORT") | ("ANY" | "N/A")
      ) &
        string;
      /**
       * Name of the filter element used
       */
      filter?: CoreFilter;
      /**
       * Filter wheel position offset (actual minus commanded)
       */
      filter_wheel_offset?: number;
      /**
       * Filter wheel position tolerance
       */
      filter_wheel_tolerance?: "within commanded tolerance" | "outside calibration tolerance";
      /**
       * Name of the pupil element used
       */
      pupil?:
        | "ANY"
        | "CLEAR"
        | "CLEARP"
        | "F090W"
        | "F115W"
        | "F140M"
        | "F150W"
        | "F158M"
        | "F162M"
        | "F164N"
        | "F200W"
        | "F323N"
        | "F405N"
        | "F466N"
        | "F470N"
        | "FLAT"
        | "GDHS0"
        | "GDHS60"
        | "GR700XD"
        | "GRISMC"
        | "GRISMR"
        | "GRISMV2"
        | "GRISMV3"
        | "MASKBAR"
        | "MASKIPR"
        | "MASKRND"
        | "NRM"
        | "PINHOLES"
        | "WLM8"
        | "WLP8"
        | "N/A";
      /**
       * Pupil imaging lens in the optical path: T/F
       */
      pupil_imaging_lens?: boolean;
      /**
       * Pupil wheel position offset (actual minus commanded)
       */
      pupil_wheel_offset?: number;
      /**
       * Pupil wheel position tolerance
       */
      pupil_wheel_tolerance?: "within commanded tolerance" | "outside calibration tolerance";
      /**
       * Name of the grating element used
       */
      grating?:
        | "G140M"
        | "G235M"
        | "G395M"
        | "G140H"
        | "G235H"
        | "G395H"
        | "PRISM"
        | "MIRROR"
        | "N/A"
        | "ANY"
        | "UNKNOWN"
        | "MULTIPLE";
      /**
       * MRS wavelength band
       */
      band?:
        | "SHORT"
        | "MEDIUM"
        | "LONG"
        | "SHORT-MEDIUM"
        | "SHORT-LONG"
        | "MEDIUM-SHORT"
        | "MEDIUM-LONG"
        | "LONG-SHORT"
        | "LONG-MEDIUM"
        | "N/A"
        | "ANY"
        | "MULTIPLE";
      /**
       * Name of fixed slit aperture used
       */
      fixed_slit?: "S200A1" | "S200A2" | "S200B1" | "S400A1" | "S1600A1" | "NONE";
      /**
       * Focus position
       */
      focus_position?: number;
      /**
       * Pre-image ID from PPS DB
       */
      pre_image_id?: string;
      /**
       * Active side for FPE (A or B)
       */
      miri_fpe_side?: "A" | "B" | "BOTH" | "NEITHER" | "UNKNOWN";
      /**
       * Active side for ICE (A or B)
       */
      miri_ice_side?: "A" | "B" | "BOTH" | "NEITHER" | "UNKNOWN";
      /**
       * Contamination control cover state
       */
      ccc_state?: "OPEN" | "CLOSED" | "LOCKED" | "UNKNOWN";
      /**
       * coronagraph mask used
       */
      coronagraph?: (
        | ("4QPM" | "4QPM_1065" | "4QPM_1140" | "4QPM_1550" | "LYOT" | "LYOT_2300")
        | ("MASKA210R" | "MASKA335R" | "MASKA430R" | "MASKALWB" | "MASKASWB")
        | "NONE"
        | ("MASK210R" | "MASK335R" | "MASK430R" | "MASKLWB" | "MASKSWB")
      ) &
        string;
      /**
       * State of the MSA
       */
      msa_state?: string;
      /**
       * MSA metadata file name
       */
      msa_metadata_file?: string;
      /**
       * MSA metadata ID
       */
      msa_metadata_id?: number;
      /**
       * MSA configuration ID
       */
      msa_configuration_id?: number;
      /**
       * Internal lamp state
       */
      lamp_state?: string;
      /**
       * Lamp operating mode
       */
      lamp_mode?:
        "BRIGHTOBJ" | "FIXEDSLIT" | "GRATING-ONLY" | "IFU" | "IMAGE" | "MSASPEC" | "NONE" | "ANY" | "N/A";
      /**
       * Grating wheel tilt along instrmnt model Y axis
       */
      gwa_xtilt?: number;
      /**
       * Grating wheel tilt along instrmnt model X axis
       */
      gwa_ytilt?: number;
      /**
       * GWA X-position/tilt sensor calibrated
       */
      gwa_xp_v?: number;
      /**
       * GWA Y-position/tilt sensor calibrated
       */
      gwa_yp_v?: number;
      /**
       * GWA REC avg X-pos/tilt sensor calibrated
       */
      gwa_pxav?: number;
      /**
       * GWA REC avg Y-pos/tilt sensor calibrated
       */
      gwa_pyav?: number;
      /**
       * [K] GWA TILT (avg/calib) temperature
       */
      gwa_tilt?: number;
      /**
       * NIRISS filter wheel position
       */
      filter_position?: number;
      /**
       * NIRISS pupil wheel position
       */
      pupil_position?: number;
    };
    /**
     * Exposure parameters
     */
    exposure?: {
      /**
       * Running count of exposures in visit
       */
      count?: number;
      /**
       * Prime or parallel exposure
       */
      prime_parallel?: "PRIME" | "PARALLEL_COORDINATED" | "PARALLEL_PURE";
      /**
       * Type of data in the exposure
       */
      type?: CoreType;
      /**
       * [d] exposure start time in MJD
       */
      start_time?: number;
      /**
       * [d] exposure start time in MJD
       */
      start_time_mjd?: number;
      /**
       * [d] exposure mid time in MJD
       */
      mid_time?: number;
      /**
       * [d] exposure mid-point in MJD
       */
      mid_time_mjd?: number;
      /**
       * [d] exposure end time in MJD
       */
      end_time?: number;
      /**
       * [d] exposure end time in MJD
       */
      end_time_mjd?: number;
      /**
       * [d] TDB time of exposure start in MJD
       */
      start_time_tdb?: number;
      /**
       * [d] TDB time of exposure mid-point in MJD
       */
      mid_time_tdb?: number;
      /**
       * [d] TDB time of exposure end in MJD
       */
      end_time_tdb?: number;
      /**
       * UTC exposure start time from engineering data
       */
      start_time_eng?: string;
      /**
       * Observatory Status File name covering this exposure
       */
      osf_file?: string;
      /**
       * Readout pattern
       */
      readpatt?: CoreReadpatt;
      /**
       * HFF/IRS2TA readout mode used
       */
      hybrid_full_frame?: boolean;
      /**
       * Sequential segment number
       */
      segment_number?: number;
      /**
       * Total number of segments
       */
      segment_total?: number;
      /**
       * Number of detector outputs used
       */
      noutputs?: 1 | 4 | 5;
      /**
       * Number of integrations in exposure
       */
      nints?: number;
      /**
       * Starting integration number in this segment
       */
      integration_start?: number;
      /**
       * Ending integration number in this segment
       */
      integration_end?: number;
      /**
       * Number of groups in integration
       */
      ngroups?: number;
      /**
       * Number of frames per group
       */
      nframes?: number;
      /**
       * MIRI flight system number of groups
       */
      miri_fsw_ngroups?: number;
      /**
       * MIRI flight system number of frames
       */
      miri_fsw_nframes?: number;
      /**
       * Detector mode indicator
       */
      detmode?: "FLUSH_MODE" | "TEST_PATTERN" | "CLOCKING" | "EXPOSURE";
      /**
       * Test pattern selection
       */
      cmd_tsel?: "COLUMNS" | "ROWS" | "FRAMES" | "ALL";
      /**
       * Divisor applied to frame-averaged groups
       */
      frame_divisor?: number;
      /**
       * Number of frames dropped between groups
       */
      groupgap?: number;
      /**
       * Number of frames dropped prior to 1st integration
       */
      drop_frames1?: number;
      /**
       * Number of frames dropped between integrations
       */
      drop_frames3?: number;
      /**
       * Number of A/D samples per pixel
       */
      nsamples?: number;
      /**
       * [us] Time between samples
       */
      sample_time?: number;
      /**
       * [s] Time between frames
       */
      frame_time?: number;
      /**
       * [s] Time between groups
       */
      group_time?: number;
      /**
       * [s] Effective integration time
       */
      integration_time?: number;
      /**
       * [s] Effective exposure time
       */
      exposure_time?: number;
      /**
       * [s] Effective exposure time
       */
      effective_exposure_time?: number;
      /**
       * [s] Measurement time
       */
      measurement_time?: number;
      /**
       * [s] Total duration of exposure
       */
      duration?: number;
      /**
       * [s] Total elapsed exposure time
       */
      elapsed_exposure_time?: number;
      /**
       * Number of reset frames at start of exposure
       */
      nresets_at_start?: number;
      /**
       * Number of reset frames between integrations
       */
      nresets_between_ints?: number;
      /**
       * Zero frame was downlinked separately
       */
      zero_frame?: boolean;
      /**
       * Science telemetry indicated a problem
       */
      data_problem?: boolean;
      /**
       * Sensor Chip Assembly number
       */
      sca_num?: number;
      /**
       * post-processing method used in FPAP
       */
      datamode?: number;
      /**
       * Number of normal pixels in IRS2 readout
       */
      nrs_normal?: number;
      /**
       * Number of reference pixels in IRS2 readout
       */
      nrs_reference?: number;
      /**
       * [ms/s] Spacecraft Clock Time Adjust RATE
       */
      clock_adjust_rate?: number;
      /**
       * Gain scale factor
       */
      gain_factor?: number;
      /**
       * NIRSpec imprint exposure
       */
      imprint?: boolean;
      /**
       * exposure is PSF reference
       */
      psf_reference?: boolean;
      /**
       * self-referencing PSF
       */
      self_reference_survey?: boolean;
      /**
       * Cosmic Ray rate per thousand pixels per second
       */
      primary_cosmic_rays?: number;
      /**
       * Snowballs/showers per million pixels per second
       */
      extended_emission_events?: number;
      /**
       * List of explicit read times for each group
       */
      read_times?: number[][];
    };
    /**
     * Subarray parameters
     */
    subarray?: {
      /**
       * Subarray used
       */
      name?: CoreName;
      /**
       * MIRI MRS short wavelength detector subarray
       */
      subarray_short?: ("MIRIFU_CH1" | "MIRIFU_CH2" | "MIRIFU_CH3" | "MIRIFU_CH4" | "N/A") & string;
      /**
       * MIRI MRS long wavelength detectory subarray
       */
      subarray_long?: ("MIRIFU_CH1" | "MIRIFU_CH2" | "MIRIFU_CH3" | "MIRIFU_CH4" | "N/A") & string;
      /**
       * Starting pixel in axis 1 direction
       */
      xstart?: number;
      /**
       * Starting pixel in axis 2 direction
       */
      ystart?: number;
      /**
       * Number of pixels in axis 1 direction
       */
      xsize?: number;
      /**
       * Number of pixels in axis 2 direction
       */
      ysize?: number;
      /**
       * Fast readout axis direction
       */
      fastaxis?: number;
      /**
       * Slow readout axis direction
       */
      slowaxis?: number;
      /**
       * Starting pixel in detector x-axis direction
       */
      detxcor?: number;
      /**
       * Starting pixel in detector y-axis direction
       */
      detycor?: number;
      /**
       * Number of pixels in detector x-axis direction
       */
      detxsiz?: number;
      /**
       * Number of pixels in detector y-axis direction
       */
      detysiz?: number;
      /**
       * Num. substripe rows read starting at SUBSTRT1
       */
      multistripe_reads1?: number;
      /**
       * Num. rows to skip after reading MSTR_RD1 rows
       */
      multistripe_skips1?: number;
      /**
       * Num. rows read in subsequent substripes
       */
      multistripe_reads2?: number;
      /**
       * Num. rows to skip between susequent substripes
       */
      multistripe_skips2?: number;
      /**
       * Repeat reading MSTR_RD2 rows at first position
       */
      repeat_stripe?: number;
      /**
       * Interleave MSTR_RD1 rows between substripes
       */
      interleave_reads1?: number;
      /**
       * Rows to advance superstripe postn btwn intgrtns
       */
      superstripe_step?: number;
      /**
       * Num. superstripe positions in super-integration
       */
      num_superstripe?: number;
    };
    /**
     * Dither information
     */
    dither?: {
      /**
       * Primary dither pattern type
       */
      primary_type?:
        | "SUBARRAY_DITHER"
        | "AMI"
        | "IMAGING"
        | "MIMF"
        | "WFSS"
        | "FULL"
        | "FULLBOX"
        | "INTRAMODULE"
        | "INTRAMODULEBOX"
        | "INTRAMODULEX"
        | "INTRASCA"
        | "WFSC"
        | "5-POINT-SMALL-GRID"
        | "9-POINT-SMALL-GRID"
        | "BACKGROUND"
        | "LFLAT_CORON1065"
        | "LFLAT_CORON1140"
        | "LFLAT_CORON1550"
        | "LFLAT_CORONLYOT"
        | "PFLAT_CORON1065"
        | "PFLAT_CORON1140"
        | "PFLAT_CORON1550"
        | "PFLAT_CORONLYOT"
        | "REULEAUX"
        | "4-POINT-SETS"
        | "2-POINT-MIRI-F770W-WITH-NIRCAM"
        | "3-POINT-MIRI-F770W-WITH-NIRCAM"
        | "4-POINT-MIRI-F770W-WITH-NIRCAM"
        | "9-POINT-MIRI-F770W-WITH-NIRCAM"
        | "3-POINT-MIRI-F1000W-WITH-NIRCAM"
        | "4-POINT-MIRI-F1000W-WITH-NIRCAM"
        | "2-POINT-MIRI-F1280W-WITH-NIRCAM"
        | "3-POINT-MIRI-F1280W-WITH-NIRCAM"
        | "4-POINT-MIRI-F1280W-WITH-NIRCAM"
        | "9-POINT-MIRI-F1280W-WITH-NIRCAM"
        | "2-POINT-MIRI-F1500W-WITH-NIRCAM"
        | "3-POINT-MIRI-F1500W-WITH-NIRCAM"
        | "4-POINT-MIRI-F1500W-WITH-NIRCAM"
        | "9-POINT-MIRI-F1500W-WITH-NIRCAM"
        | "2-POINT-MIRI-F1800W-WITH-NIRCAM"
        | "3-POINT-MIRI-F1800W-WITH-NIRCAM"
        | "4-POINT-MIRI-F1800W-WITH-NIRCAM"
        | "2-POINT-MIRI-F2100W-WITH-NIRCAM"
        | "3-POINT-MIRI-F2100W-WITH-NIRCAM"
        | "4-POINT-MIRI-F2100W-WITH-NIRCAM"
        | "9-POINT-MIRI-F2100W-WITH-NIRCAM"
        | "2-POINT-MIRI-F2550W-WITH-NIRCAM"
        | "3-POINT-MIRI-F2550W-WITH-NIRCAM"
        | "4-POINT-MIRI-F2550W-WITH-NIRCAM"
        | "9-POINT-MIRI-F2550W-WITH-NIRCAM"
        | "2-POINT-MIRI-F560W-WITH-NIRISS"
        | "3-POINT-MIRI-F770W-WITH-NIRISS"
        | "4-POINT-MIRI-F770W-WITH-NIRISS"
        | "9-POINT-MIRI-F770W-WITH-NIRISS"
        | "3-POINT-MIRI-F1000W-WITH-NIRISS"
        | "4-POINT-MIRI-F1000W-WITH-NIRISS"
        | "9-POINT-MIRI-F1000W-WITH-NIRISS"
        | "2-POINT-MIRI-F1280W-WITH-NIRISS"
        | "3-POINT-MIRI-F1280W-WITH-NIRISS"
        | "4-POINT-MIRI-F1280W-WITH-NIRISS"
        | "9-POINT-MIRI-F1280W-WITH-NIRISS"
        | "2-POINT-MIRI-F1800W-WITH-NIRISS"
        | "3-POINT-MIRI-F1800W-WITH-NIRISS"
        | "4-POINT-MIRI-F1800W-WITH-NIRISS"
        | "9-POINT-MIRI-F1800W-WITH-NIRISS"
        | "2-POINT-MIRI-F2100W-WITH-NIRISS"
        | "3-POINT-MIRI-F2100W-WITH-NIRISS"
        | "4-POINT-MIRI-F2100W-WITH-NIRISS"
        | "2-POINT-MIRI-F2550W-WITH-NIRISS"
        | "3-POINT-MIRI-F2550W-WITH-NIRISS"
        | "4-POINT-MIRI-F2550W-WITH-NIRISS"
        | "9-POINT-MIRI-F2550W-WITH-NIRISS"
        | "7X3-PIXEL-MAP-CENTER"
        | "7X3-PIXEL-MAP-NOD1"
        | "7X3-PIXEL-MAP-NOD2"
        | "1PIXEL-SLIT-SCAN"
        | "2PIXEL-SLIT-SCAN"
        | "7PIXEL-SLIT-SCAN"
        | "7PIX-5PIX-SLIT-SCAN"
        | "ALONG-SLIT-NOD"
        | "MAPPING"
        | "INTRAPIXEL-SLIT-SCAN-CENTER"
        | "INTRAPIXEL-SLIT-SCAN-NOD1"
        | "INTRAPIXEL-SLIT-SCAN-NOD2"
        | "LONG-CROSS-SCAN-CENTER"
        | "LONG-CROSS-SCAN-NOD1"
        | "LONG-CROSS-SCAN-NOD2"
        | "SHORT-CROSS-SCAN-CENTER"
        | "SHORT-CROSS-SCAN-NOD1"
        | "SHORT-CROSS-SCAN-NOD2"
        | "5PIXEL-8x4-MAP-SLITLESS"
        | "7PIXEL-9x3-MAP-SLITLESS"
        | "5PIXEL-SLITLESS-SCAN"
        | "7PIXEL-SLITLESS-SCAN"
        | "1PIXEL-SLITLESS-SCAN-LONG"
        | "1PIXEL-SLITLESS-SCAN-SHORT"
        | "2PIXEL-SLITLESS-SCAN-SHORT"
        | "7x3-PIXEL-MAP-SLITLESS"
        | "9x3-8x4-SCAN-MAPS-SLITLESS"
        | "4-POINT"
        | "SCAN-CALIBRATION"
        | "2-POINT"
        | "FULL-TIGHT"
        | "SUBARRAY-DITHER"
        | "1LOS"
        | "NIS-NRC-2L"
        | "NIS-NRC-2M"
        | "NIS-NRC-3L"
        | "NIS-NRC-3M"
        | "NIS-NRC-3S"
        | "NIS-NRC-4L"
        | "NIS-NRC-4M"
        | "NIS-NRC-4S"
        | "NIS-NRC-9L"
        | "NIS-NRC-9M"
        | "NIS-NRC-9S"
        | "NIS-MIR056-2"
        | "NIS-MIR056-3"
        | "NIS-MIR077-3"
        | "NIS-MIR077-9"
        | "NIS-MIR100-2"
        | "NIS-MIR100-3"
        | "NIS-MIR100-4"
        | "NIS-MIR128-2"
        | "NIS-MIR128-3"
        | "NIS-MIR128-4"
        | "NIS-MIR128-9"
        | "NIS-MIR150-2"
        | "NIS-MIR150-3"
        | "NIS-MIR150-4"
        | "NIS-MIR150-9"
        | "NIS-MIR180-2"
        | "NIS-MIR180-3"
        | "NIS-MIR180-4"
        | "NIS-MIR180-9"
        | "NIS-MIR210-2"
        | "NIS-MIR210-3"
        | "NIS-MIR210-4"
        | "NIS-MIR210-9"
        | "NIS-MIR255-2"
        | "NIS-MIR255-3"
        | "NIS-MIR255-4"
        | "NIS-MIR255-9"
        | "3-POINT-NOD"
        | "5-POINT-NOD"
        | "2-POINT-WITH-NIRCAM-SIZE1"
        | "2-POINT-WITH-NIRCAM-SIZE2"
        | "2-POINT-WITH-NIRCAM-SIZE3"
        | "3-POINT-WITH-NIRCAM-SIZE1"
        | "3-POINT-WITH-NIRCAM-SIZE2"
        | "3-POINT-WITH-NIRCAM-SIZE3"
        | "2-POINT-NOD"
        | "4-POINT-NOD"
        | "4-POINT-DITHER"
        | "CYCLING"
        | "SPARSE-CYCLING"
        | "N/A"
        | "NONE"
        | "ANY";
      /**
       * Primary dither points and packing
       */
      primary_dither_type?: string;
      /**
       * Number of points in primary dither pattern
       */
      primary_points?: number;
      /**
       * Position number within dither pattern
       */
      position_number?: number;
      /**
       * Starting point in pattern
       */
      pattern_start?: number;
      /**
       * Total number of points in dither pattern
       */
      total_points?: number;
      /**
       * Number of points in CYCLING pattern
       */
      total_cycling_points?: number;
      /**
       * Number of points in direct image dither pattern
       */
      dither_points?: number;
      /**
       * Nod pattern type
       */
      nod_type?:
        | "NONE"
        | "3-POINT-NOD"
        | "2-SHUTTER-SLITLET"
        | "3-SHUTTER-SLITLET"
        | "5-SHUTTER-SLITLET"
        | "5-SHUTTER-SLITLET-WITH-GAP";
      /**
       * Primary dither pattern size
       */
      pattern_size?: string;
      /**
       * Name of small grid dither pattern
       */
      small_grid_pattern?: string;
      /**
       * Number of points in subpixel dither pattern
       */
      subpixel_total_points?: number;
      /**
       * Subpixel dither pattern type
       */
      subpixel_pattern?: string;
      /**
       * Position number within spectral steps
       */
      spectral_position_number?: number;
      /**
       * Number of steps in spectral direction
       */
      spectral_total_points?: number;
      /**
       * Size of steps in spectral direction
       */
      spectral_step_size?: number;
      /**
       * [arcsec] Spectral offset from pattern start
       */
      spectral_offset?: number;
      /**
       * Position number within spatial steps
       */
      spatial_position_number?: number;
      /**
       * Number of steps in spatial direction
       */
      spatial_total_points?: number;
      /**
       * Size of steps in spatial direction
       */
      spatial_step_size?: number;
      /**
       * [arcsec] Spatial offset from pattern start
       */
      spatial_offset?: number;
      /**
       * [arcsec] X offset in SI ideal coordinate frame
       */
      x_offset?: number;
      /**
       * [arcsec] Y offset in SI ideal coordinate frame
       */
      y_offset?: number;
      /**
       * Starting 4-point set in dither set list
       */
      starting_set?: number;
      /**
       * Number of 4-point sets in dither set list
       */
      number_of_sets?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
      /**
       * Direction of dither pattern offsets
       */
      direction?: "NEGATIVE" | "POSITIVE" | "NONE";
      /**
       * Dither pattern optimization
       */
      optimized_for?: "POINT-SOURCE" | "EXTENDED-SOURCE" | "NONE";
      /**
       * Sparse cycling dither points
       */
      sparse_points?: string;
      /**
       * Optimized MRS channel
       */
      primary_channel?: "ALL" | "ALL_MRS" | "CHANNEL1" | "CHANNEL2" | "CHANNEL3" | "CHANNEL4" | "IMAGER";
      /**
       * RA of dithered pointing location
       */
      dithered_ra?: number;
      /**
       * Dec of dithered pointing location
       */
      dithered_dec?: number;
    };
    /**
     * JWST ephemeris information
     */
    ephemeris?: {
      /**
       * Ephemeris reference frame (EME2000)
       */
      reference_frame?: string;
      /**
       * Definitive or Predicted
       */
      type?: string;
      /**
       * [d] MJD time of position and velocity vectors
       */
      time?: number;
      /**
       * [km] barycentric JWST X coordinate at MJD-AVG
       */
      spatial_x_bary?: number;
      /**
       * [km] barycentric JWST Y coordinate at MJD-AVG
       */
      spatial_y_bary?: number;
      /**
       * [km] barycentric JWST Z coordinate at MJD-AVG
       */
      spatial_z_bary?: number;
      /**
       * [m] geocentric JWST X coordinate at MJD-AVG
       */
      spatial_x_geo?: number;
      /**
       * [m] geocentric JWST Y coordinate at MJD-AVG
       */
      spatial_y_geo?: number;
      /**
       * [m] geocentric JWST Z coordinate at MJD-AVG
       */
      spatial_z_geo?: number;
      /**
       * [km/s] barycentric JWST X velocity at MJD-AVG
       */
      velocity_x_bary?: number;
      /**
       * [km/s] barycentric JWST Y velocity at MJD-AVG
       */
      velocity_y_bary?: number;
      /**
       * [km/s] barycentric JWST Z velocity at MJD-AVG
       */
      velocity_z_bary?: number;
      /**
       * [m/s] geocentric JWST X velocity at MJD-AVG
       */
      velocity_x_geo?: number;
      /**
       * [m/s] geocentric JWST Y velocity at MJD-AVG
       */
      velocity_y_geo?: number;
      /**
       * [m/s] geocentric JWST Z velocity at MJD-AVG
       */
      velocity_z_geo?: number;
    };
    /**
     * Aperture information
     */
    aperture?: {
      /**
       * S&OC PRD science aperture used
       */
      name?: string;
      /**
       * original AperName supplied by PPS
       */
      pps_name?: string;
    };
    /**
     * Velocity aberration correction information
     */
    velocity_aberration?: {
      /**
       * [deg] Velocity aberrated apparent reference RA
       */
      va_ra_ref?: number;
      /**
       * [deg] Velocity aberrated apparent reference Dec
       */
      va_dec_ref?: number;
    };
    /**
     * Time information
     */
    time?: {
      /**
       * [s] Barycentric correction at exposure start
       */
      barycentric_correction?: number;
      /**
       * [d] Barycentric exposure start time in MJD
       */
      barycentric_expstart?: number;
      /**
       * [d] Barycentric exposure end time in MJD
       */
      barycentric_expend?: number;
      /**
       * [d] Barycentric exposure mid time in MJD
       */
      barycentric_expmid?: number;
      /**
       * [s] Heliocentric correction at exposure start
       */
      heliocentric_correction?: number;
      /**
       * [d] Heliocentric exposure start time in MJD
       */
      heliocentric_expstart?: number;
      /**
       * [d] Heliocentric exposure end time in MJD
       */
      heliocentric_expend?: number;
      /**
       * [d] Heliocentric exposure mid time in MJD
       */
      heliocentric_expmid?: number;
    };
    /**
     * NIRCam Focus Adjust Mechanism parameters
     */
    nircam_focus?: {
      /**
       * position in steps of linear actuator 1
       */
      fam_la1?: number;
      /**
       * requested focus actuator 1 starting steps
       */
      fastep1?: number;
      /**
       * requested focus actuator 1 starting units
       */
      faunit1?: number;
      /**
       * requested focus actuator 1 starting phase
       */
      faphase1?: string;
      /**
       * requested focus actuator 1 position value
       */
      fa1value?: number;
      /**
       * position in steps of linear actuator 2
       */
      fam_la2?: number;
      /**
       * requested focus actuator 2 starting steps
       */
      fastep2?: number;
      /**
       * requested focus actuator 2 starting units
       */
      faunit2?: number;
      /**
       * requested focus actuator 2 starting phase
       */
      faphase2?: string;
      /**
       * requested focus actuator 2 position value
       */
      fa2value?: number;
      /**
       * position in steps of linear actuator 3
       */
      fam_la3?: number;
      /**
       * requested focus actuator 3 starting steps
       */
      fastep3?: number;
      /**
       * requested focus actuator 3 starting units
       */
      faunit3?: number;
      /**
       * requested focus actuator 3 starting phase
       */
      faphase3?: string;
      /**
       * requested focus actuator 3 position value
       */
      fa3value?: number;
    };
    /**
     * NIRSpec WFS&C engineering keywords information
     */
    nirspec_wfsc?: {
      /**
       * Refocus Mechanism Assembly hall-position sensor value
       */
      rma_pos?: number;
      /**
       * Refocus Mechanism Assembly relative position
       */
      rma_step?: number;
    };
    /**
     * Guide star information
     */
    guidestar?: {
      /**
       * index of guide star within list of selected guide stars
       */
      gs_order?: number;
      /**
       * UTC time when guide star activity started
       */
      gs_start_time?: string;
      /**
       * UTC time when guide star activity completed
       */
      gs_stop_time?: string;
      /**
       * guide star identifier
       */
      gs_id?: string;
      /**
       * guide star right ascension
       */
      gs_ra?: number;
      /**
       * guide star declination
       */
      gs_dec?: number;
      /**
       * guide star right ascension uncertainty
       */
      gs_ura?: number;
      /**
       * guide star declination uncertainty
       */
      gs_udec?: number;
      /**
       * guide star magnitude in FGS detector
       */
      gs_mag?: number;
      /**
       * guide star magnitude uncertainty
       */
      gs_umag?: number;
      /**
       * V3 Position Angle of guide star for science
       */
      gs_v3_pa_science?: number;
      /**
       * Pointing Control System mode
       */
      gs_pcs_mode?: "COARSE" | "FINEGUIDE" | "MOVING" | "NONE" | "TRACK";
      /**
       * Observatory UTC time when the visit ended
       */
      visit_end_time?: string;
      /**
       * UTC time when the guider function started
       */
      gs_function_start_time?: string;
      /**
       * UTC time when the guider function ended
       */
      gs_function_end_time?: string;
      /**
       * Aperture used for guide star acquisition
       */
      fgs_aperture?: string;
      /**
       * Guide star ideal x coordinate
       */
      gs_ideal_x?: number;
      /**
       * Guide star ideal y coordinate
       */
      gs_ideal_y?: number;
      /**
       * [arcsec] Telescope V2 coord of reference point
       */
      fgs_v2_ref?: number;
      /**
       * [arcsec] Telescope V3 coord of reference point
       */
      fgs_v3_ref?: number;
      /**
       * [deg] V3 roll angle at the ref point (N over E)
       */
      fgs_roll_ref?: number;
      /**
       * [deg] Angle from V3 axis to Ideal y axis
       */
      fgs_v3yangle?: number;
      /**
       * Relative sense of rotation between Ideal xy and V2V3
       */
      fgs_vparity?: number;
      /**
       * [d] MJD start time of guider data in this file
       */
      data_start?: number;
      /**
       * [d] MJD end time of guider data in this file
       */
      data_end?: number;
      /**
       * Guide star acquisition execution status
       */
      gs_acq_exec_stat?: string;
      /**
       * [arcsec] GuideStar x centroid (FGS ideal frame)
       */
      gs_ctd_x?: number;
      /**
       * [arcsec] GuideStar y centroid (FGS ideal frame)
       */
      gs_ctd_y?: number;
      /**
       * Epoch of guide star coordinates
       */
      gs_epoch?: string;
      /**
       * Guide star ICRS right ascension proper motion
       */
      gs_mura?: number;
      /**
       * Guide star ICRS declination proper motion
       */
      gs_mudec?: number;
      /**
       * Guide star annual parallax
       */
      gs_para?: number;
    };
    /**
     * Reference file information
     */
    ref_file?: {
      crds?: {
        /**
         * Version of CRDS file selection software used
         */
        sw_version?: string;
        /**
         * CRDS context (.pmap) used to select ref files
         */
        context_used?: string;
      };
      area?: {
        /**
         * Pixel area reference file name
         */
        name?: string;
      };
      bkg?: {
        /**
         * Background reference file name
         */
        name?: string;
      };
      badshutter?: {
        /**
         * MSA operability reference file name
         */
        name?: string;
      };
      barshadow?: {
        /**
         * NIRSpec bar shadow reference file name
         */
        name?: string;
      };
      camera?: {
        /**
         * Nirspec Camera reference file name
         */
        name?: string;
      };
      chromcorr?: {
        /**
         * Nirspec chromaticity correction reference file name
         */
        name?: string;
      };
      collimator?: {
        /**
         * Nirspec Collimator reference file name
         */
        name?: string;
      };
      sirskernel?: {
        /**
         * SIRS refpix reference file name
         */
        name?: string;
      };
      cubepar?: {
        /**
         * IFU cube parameters reference file name
         */
        name?: string;
      };
      dark?: {
        /**
         * Dark reference file name
         */
        name?: string;
      };
      disperser?: {
        /**
         * Disperser reference file name
         */
        name?: string;
      };
      distortion?: {
        /**
         * Distortion reference file name
         */
        name?: string;
      };
      emicorr?: {
        /**
         * MIRI EMI correction reference file name
         */
        name?: string;
      };
      extract1d?: {
        /**
         * 1-D extraction parameters reference file name
         */
        name?: string;
      };
      filteroffset?: {
        /**
         * Filter Offset reference file name
         */
        name?: string;
      };
      flat?: {
        /**
         * Flat reference file name
         */
        name?: string;
      };
      dflat?: {
        /**
         * Detector Flat reference file name
         */
        name?: string;
      };
      fflat?: {
        /**
         * Fore-optics Flat reference file name
         */
        name?: string;
      };
      sflat?: {
        /**
         * Spectrograph Flat reference file name
         */
        name?: string;
      };
      fore?: {
        /**
         * Nirspec FORE Model reference file name
         */
        name?: string;
      };
      fpa?: {
        /**
         * Nirspec FPA Model reference file name
         */
        name?: string;
      };
      fringe?: {
        /**
         * Fringe reference file name
         */
        name?: string;
      };
      fringefreq?: {
        /**
         * MRS Fringe Frequency reference file name
         */
        name?: string;
      };
      gain?: {
        /**
         * Gain reference file name
         */
        name?: string;
      };
      ifufore?: {
        /**
         * ifufore reference file name
         */
        name?: string;
      };
      ifupost?: {
        /**
         * ifupost reference file name
         */
        name?: string;
      };
      ifuslicer?: {
        /**
         * ifuslicer reference file name
         */
        name?: string;
      };
      ipc?: {
        /**
         * IPC reference file name
         */
        name?: string;
      };
      lastframe?: {
        /**
         * Last Frame reference file name
         */
        name?: string;
      };
      linearity?: {
        /**
         * Linearity reference file name
         */
        name?: string;
      };
      mask?: {
        /**
         * Mask reference file name
         */
        name?: string;
      };
      msa?: {
        /**
         * Nirspec MSA Model reference file name
         */
        name?: string;
      };
      mrsxartcorr?: {
        /**
         * MRS Cross-Artifact Correction ref file name
         */
        name?: string;
      };
      mrsptcorr?: {
        /**
         * MRS point source correction reference file name
         */
        name?: string;
      };
      nrm?: {
        /**
         * Non-Redundant mask reference file name
         */
        name?: string;
      };
      ote?: {
        /**
         * Nirspec OTE Model reference file name
         */
        name?: string;
      };
      pastasoss?: {
        /**
         * PASTASOSS reference file name
         */
        name?: string;
      };
      pathloss?: {
        /**
         * Pathloss reference file name
         */
        name?: string;
      };
      persat?: {
        /**
         * Persistence saturation reference file name
         */
        name?: string;
      };
      photom?: {
        /**
         * Photometric reference file name
         */
        name?: string;
      };
      psfmask?: {
        /**
         * PSF mask reference file name
         */
        name?: string;
      };
      readnoise?: {
        /**
         * Read noise reference file name
         */
        name?: string;
      };
      refpix?: {
        /**
         * Reference pixels reference file name
         */
        name?: string;
      };
      regions?: {
        /**
         * Regions reference file name
         */
        name?: string;
      };
      resample?: {
        /**
         * Resample parameters reference file name
         */
        name?: string;
      };
      resolution?: {
        /**
         * MRS resolution reference file name
         */
        name?: string;
      };
      reset?: {
        /**
         * Reset reference file name
         */
        name?: string;
      };
      rscd?: {
        /**
         * RSCD reference file name
         */
        name?: string;
      };
      saturation?: {
        /**
         * Saturation reference file name
         */
        name?: string;
      };
      speckernel?: {
        /**
         * Spectral convolution kernel reference file name
         */
        name?: string;
      };
      specprofile?: {
        /**
         * Spectral profile reference file name
         */
        name?: string;
      };
      spectrace?: {
        /**
         * Spectral trace reference file name
         */
        name?: string;
      };
      specwcs?: {
        /**
         * Spectral distortion reference file name
         */
        name?: string;
      };
      straylight?: {
        /**
         * MRS Straylight reference file name
         */
        name?: string;
      };
      superbias?: {
        /**
         * Superbias reference file name
         */
        name?: string;
      };
      throughput?: {
        /**
         * Filter throughput reference file name
         */
        name?: string;
      };
      trapdensity?: {
        /**
         * Trap density reference file name
         */
        name?: string;
      };
      trappars?: {
        /**
         * Trap parameters reference file name
         */
        name?: string;
      };
      tso_photometry?: {
        /**
         * TSO imaging photometry reference file name
         */
        name?: string;
      };
      v2v3?: {
        /**
         * V2_V3 Model reference file name
         */
        name?: string;
      };
      wavecorr?: {
        /**
         * Zero point wavelength correction reference file name
         */
        name?: string;
      };
      wavelengthrange?: {
        /**
         * Wavelength Range reference file name
         */
        name?: string;
      };
      wavemap?: {
        /**
         * Wavelength map reference file name
         */
        name?: string;
      };
    };
    /**
     * Calibration step information
     */
    cal_step?: {
      /**
       * Adaptive Trace Model
       */
      adaptive_trace_model?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Coronagraphic PSF Alignment
       */
      align_psfs?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * AMI Fringe Analysis
       */
      ami_analyze?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * AMI Fringe Normalization
       */
      ami_normalize?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Assign World Coordinate System
       */
      assign_wcs?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Assign Moving Target World Coordinate System
       */
      assign_mtwcs?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Background subtraction
       */
      bkg_subtract?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Bad Pixel Self-Calibration
       */
      badpix_selfcal?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * NIRSpec bar shadow correction
       */
      barshadow?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Charge Migration
       */
      charge_migration?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Clean Flicker Noise
       */
      clean_flicker_noise?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * 1-D Spectral Combination
       */
      combine_1d?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * IFU Cube Creation
       */
      cube_build?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Dark Subtraction
       */
      dark_sub?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Data Quality Initialization
       */
      dq_init?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * MIRI EMI Correction
       */
      emicorr?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Telescope Emission Correction
       */
      emission?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Error Initialization
       */
      err_init?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * 1-D Spectral Extraction
       */
      extract_1d?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * 2-D Spectral Extraction
       */
      extract_2d?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * First Frame Correction
       */
      firstframe?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Flat Field Correction
       */
      flat_field?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Fringe Correction
       */
      fringe?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Gain Scale Correction
       */
      gain_scale?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Group Scale Correction
       */
      group_scale?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Guide Mode CDS Computation
       */
      guider_cds?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * NIRSpec MSA Imprint Subtraction
       */
      imprint?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Interpixel Capacitance Correction
       */
      ipc?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Jump Detection
       */
      jump?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Coronagraphic PSF Subtraction
       */
      klip?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Last Frame Correction
       */
      lastframe?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Linearity Correction
       */
      linearity?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Master Background Subtraction
       */
      master_background?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * NIRSpec MSA Stuck Shutter Flagging
       */
      msa_flagging?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Outlier Detection
       */
      outlier_detection?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Pathloss Correction
       */
      pathloss?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Persistence Correction
       */
      persistence?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Photometric Calibration
       */
      photom?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Picture Frame Correction
       */
      picture_frame?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Pixel Replacement
       */
      pixel_replace?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Ramp Fitting
       */
      ramp_fit?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Reference Pixel Correction
       */
      refpix?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Image resampling
       */
      resample?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Residual Fringe Correction
       */
      residual_fringe?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Reset Anomaly Correction
       */
      reset?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * RSCD Correction
       */
      rscd?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Saturation Checking
       */
      saturation?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Sky Background Equalization or Subtraction
       */
      skymatch?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Source Photometry and Morphology
       */
      source_catalog?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * MRS spectral leak
       */
      spectral_leak?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Source Type Determination
       */
      srctype?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Coronagraphic PSF Stacking
       */
      stack_psfs?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Straylight Correction
       */
      straylight?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Superbias Subtraction
       */
      superbias?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Target Acquisition Centering
       */
      targ_centroid?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * TSO Imaging Photometry
       */
      tso_photometry?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Image Alignment via Astronomical Sources
       */
      tweakreg?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * NIRSpec wavelength correction
       */
      wavecorr?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * Wavefront Sensing Combination
       */
      wfs_combine?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * WFSS Contamination Correction
       */
      wfss_contam?: "SKIPPED" | "COMPLETE" | "FAILED";
      /**
       * TSO White-Light Curve
       */
      white_light?: "SKIPPED" | "COMPLETE" | "FAILED";
    };
    /**
     * Tweakreg catalog filename
     */
    tweakreg_catalog?: string;
    /**
     * Source catalog filename
     */
    source_catalog?: string;
    /**
     * Segmentation map filename
     */
    segmentation_map?: string;
    /**
     * WFSS direct image filename
     */
    direct_image?: string;
    /**
     * Resample Parameters
     */
    resample?: {
      /**
       * Number of groups/pointings included in resampled product
       */
      pointings?: number;
      /**
       * Type of drizzle weighting to use in resampling input
       */
      weight_type?: "exptime" | "ivm";
      /**
       * Drizzle parameter describing pixel shrinking
       */
      pixfrac?: number;
      /**
       * Pixel scale ratio relative to native detector scale
       */
      pixel_scale_ratio?: number;
    };
    /**
     * RSCD parameters
     */
    rscd?: {
      /**
       * Number of groups skipped in int 1
       */
      ngroups_skip_int1?: number;
      /**
       * Number of groups skippped in int 2 and higher
       */
      ngroups_skip_int2p?: number;
      /**
       * Int 1- Pixels where 1st grp is kept
       */
      keep_bright_firstgroup_int1?: number;
      /**
       * Int 2+- Pixels where 1st grp is kept
       */
      keep_bright_firstgroup_int2p?: number;
      /**
       * Int 1- RSCD back-off due to sat.
       */
      keep_groups_saturation_int1?: number;
      /**
       * Int 2+- RSCD back-off due to sat.
       */
      keep_groups_saturation_int2p?: number;
    };
    /**
     * NIRISS SOSS Extract1D Parameters
     */
    soss_extract1d?: {
      /**
       * Aperture width used in extraction
       */
      width?: number;
      /**
       * Tikhonov factor used in extraction
       */
      tikhonov_factor?: number;
      /**
       * X-shift used in extraction
       */
      delta_x?: number;
      /**
       * Y-shift used in extraction
       */
      delta_y?: number;
      /**
       * Rotation angle used in extraction
       */
      theta?: number;
      /**
       * Oversampling used in extraction
       */
      oversampling?: number;
      /**
       * Threshold used in extraction
       */
      threshold?: number;
    };
    /**
     * Background information
     */
    background?: {
      /**
       * Background computation method
       */
      method?: string;
      /**
       * Computed constant background level
       */
      level?: number;
      /**
       * Has background been subtracted from data?
       */
      subtracted?: boolean;
      /**
       * List of background polynomial info for each channel
       */
      polynomial_info?: {
        /**
         * Max polynomial degree in each coordinate
         */
        degree?: number[];
        /**
         * Reference coordinates
         */
        refpoint?: number[];
        /**
         * Polynomial Coefficients
         */
        coefficients?: number[];
        /**
         * Channel ID
         */
        channel?: string;
      }[];
      /**
       * Master background file used
       */
      master_background_file?: string;
      /**
       * Background scale factor
       */
      scaling_factor?: number;
    };
    /**
     * WCS object
     */
    wcs?: Wcs;
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
  unit: string | Tagged;
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
export type OifitsT3 = {
  /**
   * Array name
   */
  array_name: string;
  /**
   * Datetime of observation
   */
  date_obs: string;
  /**
   * Instrument name
   */
  instrument_name: string;
  /**
   * Revision number
   */
  revn: number;
}
export type Wcsinfo = {
  meta?: {
    /**
     * Information about the coordinates in the file
     */
    coordinates?: {
      /**
       * Name of the coordinate reference frame
       */
      reference_frame?: "ICRS";
    };
    /**
     * Aperture information
     */
    aperture?: {
      /**
       * [deg] Position angle of aperture used
       */
      position_angle?: number;
    };
    /**
     * Spacecraft pointing information
     */
    pointing?: {
      /**
       * [deg] RA of telescope V1 axis
       */
      ra_v1?: number;
      /**
       * [deg] Dec of telescope V1 axis
       */
      dec_v1?: number;
      /**
       * [deg] Position angle of telescope V3 axis
       */
      pa_v3?: number;
    };
    /**
     * Velocity aberration correction information
     */
    velocity_aberration?: {
      /**
       * Velocity aberration scale factor
       */
      scale_factor?: number;
    };
    /**
     * WCS parameters
     */
    wcsinfo?: {
      /**
       * number of World Coordinate System axes
       */
      wcsaxes?: number;
      /**
       * Axis 1 pixel coordinate of ref point, 1-indexed
       */
      crpix1?: number;
      /**
       * Axis 2 pixel coordinate of ref point, 1-indexed
       */
      crpix2?: number;
      /**
       * Axis 3 pixel coordinate of ref point, 1-indexed
       */
      crpix3?: number;
      /**
       * Axis 1 coordinate value at reference point
       */
      crval1?: number;
      /**
       * Axis 2 coordinate value at reference point
       */
      crval2?: number;
      /**
       * Axis 3 coordinate value at reference point
       */
      crval3?: number;
      /**
       * Axis 1 type
       */
      ctype1?: string;
      /**
       * Axis 2 type
       */
      ctype2?: string;
      /**
       * Axis 3 type
       */
      ctype3?: string;
      /**
       * Axis 1 units
       */
      cunit1?: string;
      /**
       * Axis 2 units
       */
      cunit2?: string;
      /**
       * Axis 3 units
       */
      cunit3?: string;
      /**
       * Axis 1 coordinate increment at reference point
       */
      cdelt1?: number;
      /**
       * Axis 2 coordinate increment at reference point
       */
      cdelt2?: number;
      /**
       * Axis 3 coordinate increment at reference point
       */
      cdelt3?: number;
      /**
       * Linear transformation matrix element
       */
      pc1_1?: number;
      /**
       * Linear transformation matrix element
       */
      pc1_2?: number;
      /**
       * Linear transformation matrix element
       */
      pc1_3?: number;
      /**
       * Linear transformation matrix element
       */
      pc2_1?: number;
      /**
       * Linear transformation matrix element
       */
      pc2_2?: number;
      /**
       * Linear transformation matrix element
       */
      pc2_3?: number;
      /**
       * Linear transformation matrix element
       */
      pc3_1?: number;
      /**
       * Linear transformation matrix element
       */
      pc3_2?: number;
      /**
       * Linear transformation matrix element
       */
      pc3_3?: number;
      /**
       * Linear transformation matrix element
       */
      cd1_1?: number;
      /**
       * Linear transformation matrix element
       */
      cd1_2?: number;
      /**
       * Linear transformation matrix element
       */
      cd2_1?: number;
      /**
       * Linear transformation matrix element
       */
      cd2_2?: number;
      /**
       * Coordinate table extension name
       */
      ps3_0?: string;
      /**
       * Coordinate table column name
       */
      ps3_1?: string;
      /**
       * Spatial footprint of the observation
       */
      s_region?: string;
      /**
       * Lower bound of the default wavelength range
       */
      waverange_start?: number;
      /**
       * Upper bound of the default wavelength range
       */
      waverange_end?: number;
      /**
       * Dispersion direction
       */
      dispersion_direction?: number;
      /**
       * Spectral order number
       */
      spectral_order?: number;
      /**
       * [arcsec] Telescope V2 coord of reference point
       */
      v2_ref?: number;
      /**
       * [arcsec] Telescope V3 coord of reference point
       */
      v3_ref?: number;
      /**
       * Relative sense of rotation between Ideal xy and V2V3
       */
      vparity?: number;
      /**
       * [deg] Angle from V3 axis to Ideal y axis
       */
      v3yangle?: number;
      /**
       * [deg] Right Ascension of the reference point
       */
      ra_ref?: number;
      /**
       * [deg] Declination of the reference point
       */
      dec_ref?: number;
      /**
       * [deg] V3 roll angle at the ref point (N over E)
       */
      roll_ref?: number;
      /**
       * [m/s] Barycentric correction to radial velocity
       */
      velosys?: number;
      /**
       * Spectral reference frame
       */
      specsys?: string;
      /**
       * Aperture X reference point in SCI frame
       */
      siaf_xref_sci?: number;
      /**
       * Aperture Y reference point in SCI frame
       */
      siaf_yref_sci?: number;
      /**
       * [deg] Moving target RA at exposure mid-point
       */
      mt_ra?: number;
      /**
       * [deg] Moving target Dec at exposure mid-point
       */
      mt_dec?: number;
      /**
       * [deg] Moving target average RA over exposures
       */
      mt_avra?: number;
      /**
       * [deg] Moving target average Dec over exposures
       */
      mt_avdec?: number;
      /**
       * Degree of forward SIP polynomial
       */
      a_order?: number;
      /**
       * Degree of forward SIP polynomial
       */
      b_order?: number;
      /**
       * Degree of inverse SIP polynomial
       */
      ap_order?: number;
      /**
       * Degree of inverse SIP polynomial
       */
      bp_order?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_0_2?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_0_3?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_0_4?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_0_5?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_0_6?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_1_1?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_1_2?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_1_3?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_1_4?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_1_5?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_2_0?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_2_1?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_2_2?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_2_3?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_2_4?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_3_0?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_3_1?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_3_2?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_3_3?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_4_0?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_4_1?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_4_2?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_5_0?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_5_1?: number;
      /**
       * SIP coefficient, forward transform
       */
      a_6_0?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_0_2?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_0_3?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_0_4?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_0_5?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_0_6?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_1_1?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_1_2?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_1_3?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_1_4?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_1_5?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_2_0?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_2_1?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_2_2?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_2_3?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_2_4?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_3_0?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_3_1?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_3_2?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_3_3?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_4_0?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_4_1?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_4_2?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_5_0?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_5_1?: number;
      /**
       * SIP coefficient, forward transform
       */
      b_6_0?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_0_2?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_0_3?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_0_4?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_0_5?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_0_6?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_1_1?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_1_2?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_1_3?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_1_4?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_1_5?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_2_0?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_2_1?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_2_2?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_2_3?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_2_4?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_3_0?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_3_1?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_3_2?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_3_3?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_4_0?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_4_1?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_4_2?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_5_0?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_5_1?: number;
      /**
       * SIP coefficient, inverse transform
       */
      ap_6_0?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_0_2?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_0_3?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_0_4?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_0_5?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_0_6?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_1_1?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_1_2?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_1_3?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_1_4?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_1_5?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_2_0?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_2_1?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_2_2?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_2_3?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_2_4?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_3_0?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_3_1?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_3_2?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_3_3?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_4_0?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_4_1?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_4_2?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_5_0?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_5_1?: number;
      /**
       * SIP coefficient, inverse transform
       */
      bp_6_0?: number;
    };
  };
}
export type KeywordPexptype = {
  meta?: {
    exposure?: {
      /**
       * Applicable EXP_TYPE.
       */
      p_exptype?: string;
    };
  };
}
export type KeywordExptype = {
  meta?: {
    exposure?: {
      /**
       * Type of data in the exposure
       */
      type?: CoreType;
    };
  };
}
export type KeywordGrating = {
  meta?: {
    instrument?: {
      /**
       * Name of the grating element used
       */
      grating?:
        | "G140M"
        | "G235M"
        | "G395M"
        | "G140H"
        | "G235H"
        | "G395H"
        | "PRISM"
        | "MIRROR"
        | "N/A"
        | "ANY"
        | "UNKNOWN"
        | "MULTIPLE";
    };
  };
}
export type KeywordPdetector = {
  meta?: {
    instrument?: {
      /**
       * Name of detectors to which the data applies.
       */
      p_detector?: string;
    };
  };
}
export type CameraMeta = {
  /**
   * Output units of coordinates after the model is applied.
   */
  output_units?: CameraOutputUnits;
  /**
   * Units of the inputs to this model.
   */
  input_units?: CameraOutputUnits;
}
export type KeywordFilter = {
  meta?: {
    instrument?: {
      /**
       * Name of filter element used
       */
      filter?: CoreFilter;
    };
  };
}
export type KeywordPfilter = {
  meta?: {
    instrument?: {
      /**
       * Names of applicable filter elements.
       */
      p_filter?: string;
    };
  };
}
export type Bunit = {
  meta?: {
    /**
     * physical units of the array values
     */
    bunit_data?: string;
    /**
     * physical units of the array values
     */
    bunit_err?: string;
  };
}
export type Photometry = {
  meta?: {
    /**
     * Photometry information
     */
    photometry?: {
      /**
       * Flux density (MJy/steradian) producing 1 cps
       */
      conversion_megajanskys?: number;
      /**
       * Flux density (uJy/arcsec2) producing 1 cps
       */
      conversion_microjanskys?: number;
      /**
       * Nominal pixel area in steradians
       */
      pixelarea_steradians?: number;
      /**
       * Nominal pixel area in arcsec^2
       */
      pixelarea_arcsecsq?: number;
    };
  };
}
export type IntTimes = {
  /**
   * table of times for each integration
   */
  int_times?: NdArray;
  /**
   * table of times for each integration
   */
  int_times_stripe?: NdArray;
}
export type Variance = {
  /**
   * variance due to poisson noise
   */
  var_poisson?: NdArray;
  /**
   * variance due to read noise
   */
  var_rnoise?: NdArray;
  /**
   * variance due to flat field
   */
  var_flat?: NdArray;
}
export type KeywordReadpatt = {
  meta?: {
    exposure?: {
      /**
       * Readout pattern
       */
      readpatt?: CoreReadpatt;
    };
  };
}
export type KeywordPreadpatt = {
  meta?: {
    exposure?: {
      /**
       * Readout pattern
       */
      p_readpatt?: string;
    };
  };
}
export type KeywordNframes = {
  meta?: {
    exposure?: {
      /**
       * Number of frames per group
       */
      nframes?: number;
    };
  };
}
export type KeywordNgroups = {
  meta?: {
    exposure?: {
      /**
       * Number of groups in integration
       */
      ngroups?: number;
    };
  };
}
export type KeywordGroupgap = {
  meta?: {
    exposure?: {
      /**
       * Number of frames dropped between groups
       */
      groupgap?: number;
    };
  };
}
export type KeywordDarkcurrent = {
  meta?: {
    exposure?: {
      /**
       * Average dark current
       */
      average_dark_current?: number;
    };
  };
}
export type Subarray = {
  meta?: {
    subarray?: {
      /**
       * Subarray used
       */
      name?: CoreName;
      /**
       * Starting pixel in axis 1 direction
       */
      xstart?: number;
      /**
       * Starting pixel in axis 2 direction
       */
      ystart?: number;
      /**
       * Number of pixels in axis 1 direction
       */
      xsize?: number;
      /**
       * Number of pixels in axis 2 direction
       */
      ysize?: number;
      /**
       * Fast readout axis direction
       */
      fastaxis?: number;
      /**
       * Slow readout axis direction
       */
      slowaxis?: number;
    };
  };
}
export type DqDef = {
  /**
   * DQ flag definitions
   */
  dq_def?: NdArray;
}
export type KeywordNoutputs = {
  meta?: {
    exposure?: {
      /**
       * Number of detector outputs used
       */
      noutputs?: 1 | 4 | 5;
    };
  };
}
export type KeywordGainfact = {
  meta?: {
    exposure?: {
      /**
       * Gain scale factor
       */
      gain_factor?: number;
    };
  };
}
export type KeywordPsubarray = {
  meta?: {
    subarray?: {
      p_subarray?: string;
    };
  };
}
export type KeywordPgrating = {
  meta?: {
    instrument?: {
      /**
       * Name of the grating element used
       */
      p_grating?: string;
    };
  };
}
export type DisperserGwaTiltx = {
  /**
   * Temperature where the GWA sensor calibration was obtained.
   */
  temperatures?: number[];
  /**
   * Relation THETA_Y vs GWA_X reading.  An instance of astropy.modeling.Model.
   */
  tilt_model?: TreeMap;
  unit?: CameraOutputUnits;
  /**
   * Value of GWA sensor reading corresponding to disperser
   * model parameters.
   */
  zeroreadings?: number[];
}
export type DisperserMeta = {
  wavelength_units?: CameraOutputUnits;
}
export type KeywordBand = {
  meta?: {
    instrument?: {
      /**
       * MRS wavelength band
       */
      band?:
        | "SHORT"
        | "MEDIUM"
        | "LONG"
        | "SHORT-MEDIUM"
        | "SHORT-LONG"
        | "MEDIUM-SHORT"
        | "MEDIUM-LONG"
        | "LONG-SHORT"
        | "LONG-MEDIUM"
        | "N/A"
        | "ANY"
        | "MULTIPLE";
    };
  };
}
export type KeywordChannel = {
  meta?: {
    instrument?: {
      /**
       * NIRCAM or MIRI channel name.
       */
      channel?:
        "LONG" | "SHORT" | "1234" | "123" | "234" | "12" | "34" | "1" | "2" | "3" | "4" | "ANY" | "N/A";
    };
  };
}
export type KeywordPupil = {
  meta?: {
    instrument?: {
      /**
       * Name of the pupil element used
       */
      pupil?:
        | "ANY"
        | "CLEAR"
        | "CLEARP"
        | "F090W"
        | "F115W"
        | "F140M"
        | "F150W"
        | "F158M"
        | "F162M"
        | "F164N"
        | "F200W"
        | "F323N"
        | "F405N"
        | "F466N"
        | "F470N"
        | "FLAT"
        | "GDHS0"
        | "GDHS60"
        | "GR700XD"
        | "GRISMC"
        | "GRISMR"
        | "GRISMV2"
        | "GRISMV3"
        | "MASKBAR"
        | "MASKIPR"
        | "MASKRND"
        | "NRM"
        | "PINHOLES"
        | "WLM8"
        | "WLP8"
        | "N/A";
    };
  };
}
export type KeywordPpupil = {
  meta?: {
    instrument?: {
      /**
       * Name of applicable pupil elements.
       */
      p_pupil?: string;
    };
  };
}
export type KeywordModule = {
  meta?: {
    instrument?: {
      /**
       * NIRCam module: A, B, or MULTIPLE
       */
      module?: "A" | "B" | "MULTIPLE";
    };
  };
}
export type Distortion2 = {
  /**
   * An instance of astropy.modeling.Model.
   */
  model?: TreeMap;
  meta?: CameraMeta;
}
export type KeywordLampmode = {
  meta?: {
    instrument?: {
      /**
       * Name of the lamp mode used
       */
      lamp_mode?:
        "BRIGHTOBJ" | "FIXEDSLIT" | "GRATING-ONLY" | "IFU" | "IMAGE" | "MSASPEC" | "NONE" | "ANY" | "N/A";
    };
  };
}
export type KeywordLampstate = {
  meta?: {
    instrument?: {
      /**
       * Name of the lamp used
       */
      lamp_state?:
        | "BOTH"
        | "FLAT1"
        | "FLAT2"
        | "FLAT3"
        | "FLAT4"
        | "FLAT5"
        | "G1LAMP1"
        | "G2LAMP1"
        | "IFU"
        | "IMG"
        | "LINE1"
        | "LINE2"
        | "LINE3"
        | "LINE4"
        | "NONE"
        | false
        | "REF"
        | "TEST"
        | "N/A";
    };
  };
}
export type KeywordPixelarea = {
  meta?: {
    /**
     * Photometry information
     */
    photometry?: {
      /**
       * Nominal pixel area in steradians
       */
      pixelarea_steradians?: number;
      /**
       * Nominal pixel area in arcsec^2
       */
      pixelarea_arcsecsq?: number;
    };
  };
}
export type KeywordPchannel = {
  meta?: {
    instrument?: {
      /**
       * Channel name.
       */
      p_channel?: string;
    };
  };
}
export type KeywordPband = {
  meta?: {
    instrument?: {
      /**
       * MRS wavelength band
       */
      p_band?: string;
    };
  };
}
export type GuiderMeta = {
  meta?: {
    /**
     * FGS detector used for guiding
     */
    detector_id?: string;
    /**
     * Guide star state: track or fine_guide
     */
    guide_star_state?: string;
    /**
     * Number of reference stars
     */
    numrefst?: number;
    /**
     * Differential Distortion Compensation field point
     */
    ddc_field_point?: string;
    /**
     * UTC time at start of pointing table
     */
    pointing_time?: string;
    /**
     * [deg] RA of DDC field point
     */
    ra_ddc?: number;
    /**
     * [deg] Dec of DDC field point
     */
    dec_ddc?: number;
    /**
     * [deg] Position angle of aperture used
     */
    position_angle?: number;
    /**
     * [deg] RA of telescope V1 axis
     */
    ra_v1?: number;
    /**
     * [deg] Dec of telescope V1 axis
     */
    dec_v1?: number;
    /**
     * [deg] Position angle of V3 axis at V1
     */
    pa_v3?: number;
    /**
     * [deg] RA of telescope J1 axis
     */
    ra_j1?: number;
    /**
     * [deg] Dec of telescope J1 axis
     */
    dec_j1?: number;
    /**
     * [deg] Position angle of J3 axis at J1
     */
    pa_j3?: number;
    /**
     * Average jitter over duration of data
     */
    jitter_average?: number;
    /**
     * Maximum jitter over duration of data
     */
    jitter_max?: number;
    /**
     * Minimum jitter over duration of data
     */
    jitter_min?: number;
  };
}
export type GuiderCal2 = {
  /**
   * The science data
   */
  data?: NdArray;
  /**
   * Error array
   */
  err?: NdArray;
  /**
   * Data quality array
   */
  dq?: NdArray;
  /**
   * Planned reference star table
   */
  planned_star_table?: NdArray;
  /**
   * Flight reference star table
   */
  flight_star_table?: NdArray;
  /**
   * Pointing table
   */
  pointing_table?: NdArray;
  /**
   * Centroid packet table
   */
  centroid_table?: NdArray;
  /**
   * Track subarray data table
   */
  track_sub_table?: NdArray;
}
export type Pathlosscorr = {
  /**
   * Pathloss point source correction
   */
  pathloss_point?: NdArray;
  /**
   * Pathloss uniform source correction
   */
  pathloss_uniform?: NdArray;
}
/**
 * The Nirspec IFUPOST transform for one slice.
 */
export type SliceTransforms = {
  /**
   * The linear part of the transform per slice.
   * It has an analytical inverse.
   * An instance of astropy.modeling.Model.
   */
  linear?: TreeMap;
  /**
   * The forward polynomial in X.
   * The backward polynomial should be assigned when creating the model.
   * An instance of astropy.modeling.Model.
   */
  xpoly?: TreeMap;
  /**
   * The wavelength dependent distortion polynomial in X.
   * The backward polynomial is assigned as inverse.
   * An instance of astropy.modeling.Model.
   */
  xpoly_distortion?: TreeMap;
  /**
   * The forward polynomial in Y.
   * The backward polynomial should be assigned when creating the model.
   * An instance of astropy.modeling.Model.
   */
  ypoly?: TreeMap;
  /**
   * The wavelength dependent distortion polynomial in X.
   * The backward polynomial is assigned as inverse.
   * An instance of astropy.modeling.Model.
   */
  ypoly_distortion?: TreeMap;
}
export type MovingTarget = {
  /**
   * table of information for moving targets
   */
  moving_target?: NdArray;
}
export type Cheby = {
  /**
   * table of polynomial coefficients for moving targets
   */
  cheby_coefficients?: NdArray;
}
export type Group = {
  /**
   * group parameters table
   */
  group?: NdArray;
}
export type Specmeta = {
  /**
   * Slit name
   */
  name?: string;
  /**
   * Slitlet ID
   */
  slitlet_id?: number;
  /**
   * Source ID number
   */
  source_id?: number;
  /**
   * Source name
   */
  source_name?: string;
  /**
   * Source alias
   */
  source_alias?: string;
  /**
   * Source stellarity
   */
  stellarity?: number;
  /**
   * Source type used for calibration
   */
  source_type?: string;
  /**
   * Source x-position in TA verification image
   */
  ta_xpos?: number;
  /**
   * Source y-position in TA verification image
   */
  ta_ypos?: number;
  /**
   * Source position in slit (x-axis)
   */
  source_xpos?: number;
  /**
   * Source position in slit (y-axis)
   */
  source_ypos?: number;
  /**
   * Right Ascension of the source
   */
  source_ra?: number;
  /**
   * Declination of the source
   */
  source_dec?: number;
  /**
   * X center of extraction region
   */
  extraction_x?: number;
  /**
   * Y center of extraction region
   */
  extraction_y?: number;
  /**
   * X axis start of extraction region
   */
  extraction_xstart?: number;
  /**
   * X axis end of extraction region
   */
  extraction_xstop?: number;
  /**
   * Y axis start of extraction region
   */
  extraction_ystart?: number;
  /**
   * Y axis end of extraction region
   */
  extraction_ystop?: number;
  /**
   * All (open and close) shutters in a slit
   */
  shutter_state?: string;
  /**
   * [deg] Right Ascension at middle of slit
   */
  slit_ra?: number;
  /**
   * [deg] Declination at middle of slit
   */
  slit_dec?: number;
  /**
   * MSA quadrant for slit
   */
  quadrant?: number;
  /**
   * Scale open to full MSA slit coordinates (X dir)
   */
  slit_xscale?: number;
  /**
   * Scale open to full MSA slit coordinates (Y dir)
   */
  slit_yscale?: number;
  /**
   * Spectral order number
   */
  spectral_order?: number;
  /**
   * Dispersion direction
   */
  dispersion_direction?: number;
  /**
   * Name of detector used to acquire the data
   */
  detector?: string;
  /**
   * Integration number
   */
  int_num?: number;
  /**
   * principal time system for time-related keywords
   */
  time_sys?: string;
  /**
   * Default unit applicable to all time values
   */
  time_unit?: string;
  /**
   * [d] integration start time in MJD
   */
  start_time_mjd?: number;
  /**
   * [d] integration mid-point in MJD
   */
  mid_time_mjd?: number;
  /**
   * [d] integration end time in MJD
   */
  end_time_mjd?: number;
  /**
   * TDB at start of integration [MJD]
   */
  start_tdb?: number;
  /**
   * TDB at middle of integration [MJD]
   */
  mid_tdb?: number;
  /**
   * TDB at end of integration [MJD]
   */
  end_tdb?: number;
  /**
   * Wavelength corrected (T/F)
   */
  wavelength_corrected?: boolean;
  /**
   * Type of pathloss correction applied
   */
  pathloss_correction_type?: "POINT" | "UNIFORM";
  /**
   * Barshadow corrected (T/F)
   */
  barshadow_corrected?: boolean;
  /**
   * Spatial footprint of the observation
   */
  s_region?: string;
  /**
   * [deg] Position angle of aperture used
   */
  position_angle?: number;
}
export type KeywordPhotmjsr = {
  meta?: {
    /**
     * Photometry information
     */
    photometry?: {
      /**
       * Flux density (MJy/steradian) producing 1 cps
       */
      conversion_megajanskys?: number;
    };
  };
}
export type SpecwcsMiriWfssMeta = {
  /**
   * Input units for wavelength
   */
  input_units?: CameraOutputUnits;
  /**
   * Output units for wavelength
   */
  output_units?: CameraOutputUnits;
}
export type Flatcorr = {
  /**
   * Flat-field point source correction
   */
  flatfield_point?: NdArray;
  /**
   * Flat-field uniform source correction
   */
  flatfield_uniform?: NdArray;
}
export type Photomcorr = {
  /**
   * Photometric point source correction
   */
  photom_point?: NdArray;
  /**
   * Photometric uniform source correction
   */
  photom_uniform?: NdArray;
}
export type Slitmeta = {
  /**
   * Slit name
   */
  name?: string;
  /**
   * Slit starting pixel index along axis 1
   */
  xstart?: number;
  /**
   * Slit size along axis 1
   */
  xsize?: number;
  /**
   * Slit starting pixel index along axis 2
   */
  ystart?: number;
  /**
   * Slit size along axis 2
   */
  ysize?: number;
  /**
   * Slitlet ID
   */
  slitlet_id?: number;
  /**
   * Shutter ID
   */
  shutter_id?: number;
  /**
   * Source ID number
   */
  source_id?: number;
  /**
   * Source name
   */
  source_name?: string;
  /**
   * Source alias
   */
  source_alias?: string;
  /**
   * Source stellarity
   */
  stellarity?: number;
  /**
   * Source type used for calibration
   */
  source_type?: "EXTENDED" | "POINT" | "UNKNOWN";
  /**
   * Flag indicating whether the source is extended
   */
  is_extended?: boolean;
  /**
   * Source x-position in TA verification image
   */
  ta_xpos?: number;
  /**
   * Source y-position in TA verification image
   */
  ta_ypos?: number;
  /**
   * Source position in slit (x-axis)
   */
  source_xpos?: number;
  /**
   * Source position in slit (y-axis)
   */
  source_ypos?: number;
  /**
   * Status of all shutters in the slitlet
   */
  shutter_state?: string;
  /**
   * MSA quadrant for slit
   */
  quadrant?: number;
  /**
   * Center of shutter in MSA coordinates (X dir)
   */
  xcen?: number;
  /**
   * Center of shutter in MSA coordinates (Y dir)
   */
  ycen?: number;
  /**
   * Right Ascension of the source
   */
  source_ra?: number;
  /**
   * Declination of the source
   */
  source_dec?: number;
  /**
   * Bottom of slit in slit_frame relative to (0, 0) center
   */
  slit_ymin?: number;
  /**
   * Top of slit in slit_frame relative to (0, 0) center
   */
  slit_ymax?: number;
  /**
   * Scale open to full MSA slit coordinates (X dir)
   */
  slit_xscale?: number;
  /**
   * Scale open to full MSA slit coordinates (Y dir)
   */
  slit_yscale?: number;
  /**
   * Wavelength corrected (T/F)
   */
  wavelength_corrected?: boolean;
  /**
   * Type of pathloss correction applied
   */
  pathloss_correction_type?: "POINT" | "UNIFORM";
  /**
   * Barshadow corrected (T/F)
   */
  barshadow_corrected?: boolean;
}
export type KeywordCoronmsk = {
  meta?: {
    instrument?: {
      /**
       * coronagraph mask used
       */
      coronagraph?: (
        | ("4QPM" | "4QPM_1065" | "4QPM_1140" | "4QPM_1550" | "LYOT" | "LYOT_2300")
        | ("MASKA210R" | "MASKA335R" | "MASKA430R" | "MASKALWB" | "MASKASWB")
        | "NONE"
        | ("MASK210R" | "MASK335R" | "MASK430R" | "MASKLWB" | "MASKSWB")
      ) &
        string;
    };
  };
}
export type KeywordNints = {
  meta?: {
    exposure?: {
      /**
       * Number of integrations
       */
      nints?: number;
    };
  };
}
export type KeywordTsovisit = {
  meta?: {
    visit?: {
      /**
       * Is TSO Special Requirement present
       */
      tsovisit?: boolean;
    };
  };
}
export type WfssCombinedspec2 = {
  /**
   * Spectral order number
   */
  spectral_order?: number;
  /**
   * Dispersion direction
   */
  dispersion_direction?: number;
  /**
   * Exposure-combined spectral data table with WFSS extraction metadata
   */
  spec_table?: NdArray;
}
export type WfssSpecmeta = {
  /**
   * Filename
   */
  filename?: string;
  /**
   * Exposure group ID
   */
  group_id?: string;
  /**
   * Dispersion direction
   */
  dispersion_direction?: number;
  /**
   * Spectral order
   */
  spectral_order?: number;
  /**
   * Exposure time
   */
  exposure_time?: number;
  /**
   * Integration time
   */
  integration_time?: number;
  /**
   * Spatial footprint of the observation
   */
  s_region?: string;
}
export type ZeroPointCorrection = {
  aperture_name?: "S200A1" | "S200A2" | "S400A1" | "S1600A1" | "S200B1" | "MOS";
  /**
   * Zero-point offset
   *
   * Zero-point offset (in units of detector pixel) as a function of wavelength (in m)
   * and source offset within the aperture (in units of fraction of the aperture width
   * [SLIT] or pitch [MOS]).  An instance of astropy.modeling.Model.
   */
  zero_point_offset?: TreeMap;
  /**
   * Variance of the zero-point offset
   *
   * Estimated variance on the zero-point offset (in units of detector pixel)
   * as a function of wavelength (in m) and source position within the aperture
   * (in units of fraction of [MOS]
   */
  variance?: NdArray;
  /**
   * Aperture or pitch width [in m]
   */
  width?: number;
}
