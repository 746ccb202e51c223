/**
 * The script that the worker starts with, and that nothing imports: WebKit runs the script of a worker once more, as another
 * module, when a script that is loaded later imports it.
 */
import "./worker.ts";
