/** The standard streams of all programs: foreign text can neither steer a terminal nor forge a line. */
package org.eejs.terminal;
